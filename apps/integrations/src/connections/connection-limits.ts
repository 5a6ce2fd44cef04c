import { ServiceError } from '@svc/errors';

/** Connections of one project. */
export const MAX_CONNECTIONS = 100;

/** @throws ServiceError quota_exceeded when a project has as many connections as it can have. */
export function checkCount(count: number): void {
  if (count < MAX_CONNECTIONS) return;
  throw new ServiceError('quota_exceeded', { message: `A project can have ${MAX_CONNECTIONS} connections.` });
}

export const nameTaken = (): ServiceError =>
  new ServiceError('already_exists', { message: 'The project already has a connection with this name.' });
