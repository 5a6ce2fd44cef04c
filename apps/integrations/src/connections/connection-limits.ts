import { projectQuota } from '@svc/relational';
import { ServiceError } from '@svc/service-error';

/** Connections of one project. */
const MAX_CONNECTIONS = 100;

export const toQuota = projectQuota('connections', MAX_CONNECTIONS, (tx) => tx.connection);

/**
 * Checks the number of connections before an authorization starts, which stores nothing yet.
 *
 * @throws ServiceError quota_exceeded when a project has as many connections as it can have.
 */
export function checkCount(projectId: string, count: number): void {
  const { most, exceeded } = toQuota(projectId);
  if (count >= most) throw exceeded();
}

export const nameTaken = (): ServiceError =>
  new ServiceError('already_exists', { message: 'The project already has a connection with this name.' });
