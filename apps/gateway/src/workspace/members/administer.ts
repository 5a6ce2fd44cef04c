import { isRole, lowerRole } from '@svc/auth';
import type { CallContext } from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import type { MembershipsInTransaction } from './memberships.repository.js';

/** @throws ServiceError permission_denied for a project-bound credential: who belongs to the organization is not its business. */
export function refuseBound({ boundProjectId }: CallContext): void {
  if (boundProjectId === '') return;
  throw new ServiceError('permission_denied', {
    message: 'A project-bound credential does not administer the organization.',
  });
}

/**
 * The current role of the caller: the one in the context may be some seconds old.
 *
 * @throws ServiceError unauthenticated when the membership has ended since.
 */
export async function roleNow(memberships: MembershipsInTransaction, { userId, role }: CallContext): Promise<string> {
  if (userId === '') return role;
  const membership = await memberships.find(userId);
  if (!membership) throw new ServiceError('unauthenticated');
  // A session may be limited to a lower role than the member has.
  return isRole(role) && isRole(membership.role) ? lowerRole(role, membership.role) : membership.role;
}
