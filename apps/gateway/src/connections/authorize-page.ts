import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { ServiceError } from '@svc/service-error';
import type { Visitor } from '../admission/authenticator.js';
import { signedInAs } from '../auth/html/signed-in-as.js';
import { html } from '../http/html/html.js';
import { hidden, type Page } from '../http/html/page.js';
import type { AuthorizationReview } from './authorization-review.service.js';

export const AUTHORIZE_PATH = '/connections/authorize';

const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['github', 'GitHub'],
  ['jira', 'Jira'],
  ['linear', 'Linear'],
]);

/** The page on which a user sees which project gets access before the browser goes to the provider. */
export function authorizePage(visitor: Visitor, state: string, review: AuthorizationReview, nowMs: number): Page {
  const { authorization, project, organization, startedBy } = review;
  const { displayName, expiresAt, providerOrigin } = authorization;
  const provider = PROVIDERS.get(authorization.provider) ?? authorization.provider;
  return {
    title: `Connect a project to ${provider}?`,
    // Browsers apply the policy to each redirect after the form, and providers redirect to their own or a company's sign-in page.
    formTargets: `https: ${providerOrigin}`,
    body: html`<p>The project will be able to use ${provider} with your account there.</p>
      <dl class="facts">
        <dt>Project</dt>
        <dd>${project}</dd>
        <dt>Organization</dt>
        <dd>${organization}</dd>
        <dt>Provider</dt>
        <dd>${provider}</dd>
        <dt>Connection</dt>
        <dd>${displayName}</dd>
        <dt>Started by</dt>
        <dd>${startedBy}</dd>
        <dt>Expires</dt>
        <dd>${expiresAt && formatExpiry(timestampDate(expiresAt), nowMs)}</dd>
      </dl>
      <p>Continue only if you know who started this and why.</p>
      <form method="post" action="${AUTHORIZE_PATH}">
        ${hidden('csrf_token', visitor.csrfToken)} ${hidden('state', state)}
        <div class="actions">
          <button type="submit" name="decision" value="continue">Continue to ${provider}</button>
          <button type="submit" name="decision" value="cancel" class="second">Cancel</button>
        </div>
      </form>
      ${signedInAs(visitor)}`,
  };
}

function formatExpiry(expiresAt: Date, nowMs: number): string {
  const minutes = Math.max(1, Math.ceil((expiresAt.getTime() - nowMs) / 60_000));
  const remaining = new Intl.RelativeTimeFormat('en').format(minutes, 'minute');
  return `${remaining}, at ${expiresAt.toISOString().slice(11, 16)} UTC`;
}

/** The page for a user who cannot confirm the authorization. It is the same for every project. */
export function refusedPage(visitor: Visitor, { code, message }: ServiceError): Page {
  return {
    title: code === 'permission_denied' ? 'You cannot connect a project' : 'The authorization cannot be used',
    alert: message,
    body: html`<p>
        ${
          code === 'permission_denied'
            ? 'Ask an admin of the organization, or sign in as another user.'
            : 'Start the authorization again, or sign in as the user for whom it was started.'
        }
      </p>
      ${signedInAs(visitor)}`,
  };
}
