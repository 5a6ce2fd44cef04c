import { ROLES, isRole } from '@svc/auth';
import type { ApiKey, Invitation } from '@svc/relational';
import { ServiceError } from '@svc/service-error';
import type { MembershipsInTransaction } from '../members/memberships.repository.js';

/**
 * Checks at the acceptance that the inviter could still create the invitation: the access of the inviter may have changed since, and
 * an invitation must not outlive the power that it stems from.
 *
 * @throws ServiceError state_conflict.
 */
export async function checkInviter(
  memberships: MembershipsInTransaction,
  { role, inviterUserId, inviterKeyId }: Invitation,
  now: Date,
): Promise<void> {
  const { apiKey } = memberships.transaction;
  const key = inviterKeyId === null ? null : await apiKey.findUnique({ where: { id: inviterKeyId } });
  const member = inviterUserId === null ? null : await memberships.find(inviterUserId);
  const isKeyValid = inviterKeyId === null || (key !== null && isUsable(key, now));
  const inviterRole = inviterUserId === null ? key?.role : member?.role;
  if (isKeyValid && inviterRole !== undefined && mayGrant(inviterRole, role)) return;
  throw new ServiceError('state_conflict', {
    message: 'The invitation is no longer valid because the access of the inviter has changed. Ask for another one.',
  });
}

function isUsable({ revokedAt, expiresAt }: ApiKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

function mayGrant(inviterRole: string, role: string): boolean {
  if (!isRole(inviterRole) || !ROLES[inviterRole].has('invitations:write')) return false;
  return role !== 'ROLE_OWNER' || inviterRole === 'ROLE_OWNER';
}
