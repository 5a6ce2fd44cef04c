import { isId } from '@svc/relational';
import type { FastifyReply } from 'fastify';
import { redirectAway } from '../http/redirect-away.js';

/** Explanations of the results of an authorization for the user who was sent to the provider. */
const FAILURES: ReadonlyMap<string, string> = new Map([
  ['denied', 'You have not permitted the connection.'],
  ['invalid_state', 'This address has been used already, is not for you, or was confirmed in another session.'],
  ['expired_state', 'The authorization took more than ten minutes.'],
  ['provider_rejected', 'The provider has refused the authorization.'],
  ['provider_unavailable', 'The provider does not answer right now.'],
  ['site_required', 'Your account has several sites of Jira, or none that matches: start again with site_url.'],
  ['name_taken', 'The project has another connection with this name.'],
  ['conflict', 'The connection was changed meanwhile, or the project cannot have more connections.'],
]);

/** Explains why an authorization failed; undefined for every other text. */
export const explainFailure = (result: string): string | undefined => FAILURES.get(result);

/** The subject of an authorization; both IDs are empty if it is not known. */
export interface Authorized {
  readonly projectId: string;
  readonly connectionId: string;
}

/** Sends the browser to the page that shows the result. */
export function redirectToResult(reply: FastifyReply, result: string, { projectId, connectionId }: Authorized): void {
  const target = new URLSearchParams({ result });
  if (projectId !== '') target.set('project_id', projectId);
  if (connectionId !== '') target.set('connection_id', connectionId);
  redirectAway(reply, `/configure/connections?${target.toString()}`);
}

/**
 * The address of the connection in the settings of its project, or without a valid project ID the connections of the first project. It
 * contains nothing else that the browser has sent.
 */
export function toSettings({ projectId, connectionId }: Authorized): string {
  if (!isId(projectId)) return '/settings/connections';
  const settings = `/p/${projectId}/settings/connections`;
  return isId(connectionId) ? `${settings}?open=${connectionId}` : settings;
}
