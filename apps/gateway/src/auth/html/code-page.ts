import { html } from '../../http/html/html.js';
import { field, hidden, type Page } from '../../http/html/page.js';

interface CodePage {
  readonly returnTo: string;
  readonly loginToken: string;
  readonly alert?: string;
}

/** The page on which a user enters the second factor. */
export function codePage({ returnTo, loginToken, alert }: CodePage): Page {
  return {
    title: 'Enter your code',
    alert,
    body: html`<form method="post" action="/login/code">
        ${hidden('login_token', loginToken)} ${hidden('return_to', returnTo)}
        ${field({
          name: 'code',
          label: 'Code',
          hint: 'Six digits of your authenticator, or a recovery code.',
          autocomplete: 'one-time-code',
          focused: true,
          code: true,
        })}
        <div class="actions"><button type="submit">Sign in</button></div>
      </form>
      <p class="fine"><a href="/login">Start again</a></p>`,
  };
}
