import type { CallContext } from '@svc/contract';
import type { ApiKey, Membership } from '@svc/relational';
import { ServiceError } from '@svc/service-error';

export type RevocableKey = Pick<ApiKey, 'role' | 'scopes'> & {
  readonly membership: Pick<Membership, 'role'> | null;
};

const OWNER = 'ROLE_OWNER';

/**
 * Checks that a caller may revoke a key. A key that acts for an owner is revoked by a signed-in owner. A key that acts
 * for no user and was created with the authority of an owner, such as the bootstrap key and the keys it creates, is
 * revoked by a signed-in owner or by such a key that has all its scopes: an installation without users can then still
 * revoke its keys, and a narrow key cannot revoke a wider one.
 *
 * @throws ServiceError permission_denied.
 */
export function checkRevocation(
  { principalType, role, userId, scopes }: Pick<CallContext, 'principalType' | 'role' | 'userId' | 'scopes'>,
  key: RevocableKey,
): void {
  if ((key.membership ?? key).role !== OWNER) return;
  const isOwner = role === OWNER;
  if (isOwner && principalType === 'user') return;
  const isPeer = key.membership === null && userId === '' && key.scopes.every((scope) => scopes.includes(scope));
  if (isOwner && isPeer) return;
  throw new ServiceError('permission_denied', {
    message: "Only a signed-in owner can revoke an owner's key; an API key cannot.",
  });
}
