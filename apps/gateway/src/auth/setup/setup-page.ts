import type { ServiceError } from '@svc/service-error';
import { html } from '../../http/html/html.js';
import { field, type Page } from '../../http/html/page.js';
import { PASSWORD_MIN_LENGTH } from '../../workspace/users/password.js';
import type { NewAccount } from './setup.service.js';

/** The form has no action, so it is sent to the address of the page: the token is in no text of an answer. */
export function setupPage({ email, name }: Pick<NewAccount, 'email' | 'name'>, alert?: string): Page {
  return {
    title: 'Create your account',
    alert,
    body: html`<p>You are the first. The account is an owner: it can invite others and change everything.</p>
      <form method="post">
        ${field({
          name: 'email',
          label: 'E-mail address',
          type: 'email',
          value: email,
          autocomplete: 'username',
          focused: true,
        })}
        ${field({ name: 'name', label: 'Your name', value: name, autocomplete: 'name' })}
        ${field({
          name: 'password',
          label: 'Choose a password',
          type: 'password',
          autocomplete: 'new-password',
          minLength: PASSWORD_MIN_LENGTH,
          hint: `At least ${PASSWORD_MIN_LENGTH} characters; a few words are best.`,
        })}
        <div class="actions"><button type="submit">Create account</button></div>
      </form>`,
  };
}

export function refusedPage({ code, message }: ServiceError): Page {
  const isUnknown = code === 'not_found';
  return {
    title: 'The link cannot be used',
    alert: isUnknown ? 'The link is incomplete, or of an earlier start of the service.' : message,
    body: html`${isUnknown && html`<p>The service prints a new one at each start, until there is an account.</p>`}
      <div class="actions"><a class="button" href="/login">Sign in</a></div>`,
  };
}
