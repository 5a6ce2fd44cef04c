import type { Quota } from '@svc/relational';
import { ServiceError } from '@svc/service-error';

/** Connections of one project. */
const MAX_CONNECTIONS = 100;

/**
 * Checks the number of connections before an authorization starts, which stores nothing yet.
 *
 * @throws ServiceError quota_exceeded when a project has as many connections as it can have.
 */
export function checkCount(count: number): void {
  if (count >= MAX_CONNECTIONS) throw exceeded();
}

export const quotaOf = (projectId: string): Quota => ({
  kind: 'connections',
  ownerId: projectId,
  most: MAX_CONNECTIONS,
  exceeded,
  count: (tx) => tx.connection.count({ where: { projectId } }),
});

const exceeded = (): ServiceError =>
  new ServiceError('quota_exceeded', { message: `A project can have ${MAX_CONNECTIONS} connections.` });

export const nameTaken = (): ServiceError =>
  new ServiceError('already_exists', { message: 'The project already has a connection with this name.' });
