import { html } from '../../http/html/html.js';
import { field, hidden, type Page } from '../../http/html/page.js';

/** Ways to sign in besides the password. */
export interface Offers {
  /** Display name of the provider users may sign in with; undefined where none is configured. */
  readonly singleSignOn: string | undefined;
  /** Whether a link to replace the password can be sent. */
  readonly isResettable: boolean;
  /** Where the first account comes from: the link that the process printed, or settings; undefined once there is one. */
  readonly firstAccount: 'link' | 'setting' | undefined;
}

const FIRST_ACCOUNT = {
  link: html`There is no account yet. Open the link on the line Console that the service has printed at its start.`,
  setting: html`There is no account yet. <code>SVC_BOOTSTRAP_EMAIL</code> and <code>SVC_BOOTSTRAP_PASSWORD</code> of the
    gateway create the first owner at its next start.`,
};

interface LoginPage extends Offers {
  readonly returnTo: string;
  readonly email?: string;
  readonly alert?: string;
}

export function loginPage({ returnTo, email = '', alert, firstAccount, ...offers }: LoginPage): Page {
  return {
    title: 'Sign in',
    alert,
    body: html`${firstAccount && html`<p>${FIRST_ACCOUNT[firstAccount]}</p>`}
      <form method="post" action="/login">
        ${hidden('return_to', returnTo)}
        ${field({
          name: 'email',
          label: 'E-mail address',
          type: 'email',
          value: email,
          autocomplete: 'username',
          focused: email === '',
        })}
        ${field({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          focused: email !== '',
        })}
        <div class="actions"><button type="submit">Sign in</button></div>
      </form>
      ${offers.isResettable && html`<p class="fine"><a href="/password/forgot">Forgot your password?</a></p>`}
      ${
        offers.singleSignOn !== undefined &&
        html`<div class="actions">
          <a class="button second" href="/api/v1/auth/oidc/start?return_to=${encodeURIComponent(returnTo)}"
            >Sign in with ${offers.singleSignOn}</a
          >
        </div>`
      }`,
  };
}
