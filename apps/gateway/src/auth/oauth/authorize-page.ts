import type { Visitor } from '../../admission/authenticator.js';
import { html } from '../../http/html/html.js';
import { hidden, type Page } from '../../http/html/page.js';
import { roleField } from '../html/role-field.js';
import { signedInAs } from '../html/signed-in-as.js';
import type { AuthorizationRequest } from './authorization-request.js';

/** The page on which a user lets a client use the MCP endpoint. */
export function authorizePage(
  visitor: Visitor,
  query: string,
  { client, redirectUri, scopes }: AuthorizationRequest,
): Page {
  const { protocol, origin, host } = new URL(redirectUri);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return {
    title: 'Authorize this client?',
    // Browsers apply the policy to the redirect after the form.
    formTargets: isWeb ? origin : protocol,
    body: html`<p>A client asks to use the MCP endpoint of this service as you.</p>
      <dl class="facts">
        <dt>Client</dt>
        <dd>${client.name}</dd>
        <dt>Answers go to</dt>
        <dd>${isWeb ? host : `an application on this machine (${protocol})`}</dd>
        ${
          scopes.length > 0 &&
          html`<dt>Scopes</dt>
            <dd>${scopes.join(', ')}</dd>`
        }
      </dl>
      <p>Authorize it only if you started it yourself a moment ago.</p>
      <form method="post" action="/oauth/authorize">
        ${hidden('csrf_token', visitor.csrfToken)} ${hidden('query', query)} ${roleField(visitor, 'ROLE_VIEWER')}
        <p class="hint">The access ends when you sign the client out, and after 90 days at the latest.</p>
        <div class="actions">
          <button type="submit" name="decision" value="approve">Authorize</button>
          <button type="submit" name="decision" value="deny" class="second">Deny</button>
        </div>
      </form>
      ${signedInAs(visitor)}`,
  };
}

/** The page for a request whose client cannot be told. */
export function refusedPage(message: string): Page {
  return {
    title: 'The client cannot be authorized',
    alert: message,
    body: html`<p>
      Go back to the client. If it has a setting for the client ID, compare it with what your operator registered.
    </p>`,
  };
}
