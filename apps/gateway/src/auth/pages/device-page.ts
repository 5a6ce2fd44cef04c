import type { DeviceAuthorization } from '@svc/relational';
import type { Visitor } from '../../admission/authenticator.js';
import { html } from '../../http/html/html.js';
import { field, hidden, type Page } from '../../http/html/page.js';
import { formatUserCode } from '../device/user-code.js';
import { roleField } from '../html/role-field.js';
import { signedInAs } from '../html/signed-in-as.js';

/** The page on which a user enters the code that the client shows. */
export function codePage(visitor: Visitor, typed = '', alert?: string): Page {
  return {
    title: 'Authorize a client',
    alert,
    body: html`<form method="post" action="/device">
        ${hidden('csrf_token', visitor.csrfToken)}
        ${field({
          name: 'user_code',
          label: 'Code',
          hint: 'Eight letters, as the client shows them.',
          value: typed.slice(0, 40),
          autocomplete: 'off',
          focused: true,
          code: true,
        })}
        <div class="actions"><button type="submit">Continue</button></div>
      </form>
      ${signedInAs(visitor)}`,
  };
}

/** The request that shows the page. */
interface Viewing {
  /** Address of the browser. */
  readonly address: string;
  readonly nowMs: number;
}

/** Shows which client requests access and for what, and lets the user grant less. */
export function decisionPage(visitor: Visitor, waiting: DeviceAuthorization, { address, nowMs }: Viewing): Page {
  const { userCode, client, sourceAddress, createdAt } = waiting;
  return {
    title: 'Authorize this client?',
    body: html`<p>A client asks to act as you. Compare the code with the one it shows:</p>
      <p class="code">${formatUserCode(userCode)}</p>
      <dl class="facts">
        <dt>Client</dt>
        <dd>${client === '' ? 'unknown' : client}</dd>
        <dt>Address</dt>
        <dd>${sourceAddress}${sourceAddress !== address && html`, which is not yours (${address})`}</dd>
        <dt>Requested</dt>
        <dd>${formatAge(nowMs - createdAt.getTime())}, at ${createdAt.toISOString().slice(11, 16)} UTC</dd>
      </dl>
      <p>Authorize it only if you started it yourself a moment ago. The name is chosen by the client.</p>
      <form method="post" action="/device">
        ${hidden('csrf_token', visitor.csrfToken)} ${hidden('user_code', userCode)} ${roleField(visitor)}
        <p class="hint">The access ends when you log the client out, and after 90 days at the latest.</p>
        <div class="actions">
          <button type="submit" name="decision" value="approve">Authorize</button>
          <button type="submit" name="decision" value="deny" class="second">Deny</button>
        </div>
      </form>
      ${signedInAs(visitor)}`,
  };
}

function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const ago = new Intl.RelativeTimeFormat('en');
  return seconds < 60 ? ago.format(-seconds, 'second') : ago.format(-Math.floor(seconds / 60), 'minute');
}

export function donePage(isApproval: boolean): Page {
  return isApproval
    ? { title: 'The client is authorized', body: html`<p>You can close this page and return to the client.</p>` }
    : { title: 'Request denied', body: html`<p>You can close this page.</p>` };
}
