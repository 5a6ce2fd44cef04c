import type { CallContext } from '@svc/contract';
import { ServiceError } from '@svc/service-error';

/** Whether a user with a session sends the request, in a browser or a client; a key that acts for a user is not one. */
export function isSignedIn({ principalType }: CallContext): boolean {
  return principalType === 'user';
}

/** @throws ServiceError permission_denied for an API key: the operation concerns the signed-in user. */
export function requireSignedIn(context: CallContext): void {
  if (isSignedIn(context)) return;
  throw onlySignedIn();
}

export const onlySignedIn = (): ServiceError =>
  new ServiceError('permission_denied', { message: 'Only a signed-in user can do this; an API key cannot.' });
