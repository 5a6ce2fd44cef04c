import type { Visitor } from '../../admission/authenticator.js';
import { html, type Html } from '../../http/html/html.js';
import { hidden } from '../../http/html/page.js';

/** The name of the user, and a button to sign out. */
export function signedInAs({ credential, csrfToken }: Visitor): Html {
  return html`<form method="post" action="/logout">
    ${hidden('csrf_token', csrfToken)}
    <p class="fine">Signed in as ${credential.principal.name}.</p>
    <div class="actions"><button type="submit" class="second">Sign out</button></div>
  </form>`;
}
