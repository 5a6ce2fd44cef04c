import type { Relational, User } from '@svc/relational';
import { ServiceError, invalidField } from '@svc/service-error';
import { recordAudit, type AuditSource } from '../../audit/audit-source.js';
import { MembershipsInTransaction, type Member } from '../members/memberships.repository.js';
import { lockBootstrap } from './bootstrap-lock.js';
import { findWorkspace } from './bootstrap-workspace.js';

/** Whether anybody can sign in: the service has a member. */
export async function hasMembers(relational: Relational): Promise<boolean> {
  const [row] = await relational.rows<{ readonly hasMembers: boolean }>(HAS_MEMBERS, []);
  return row?.hasMembers ?? false;
}

const HAS_MEMBERS = 'SELECT EXISTS (SELECT FROM memberships) AS "hasMembers"';

/** The refusal of a first account where there is one. */
export function accountExists(): ServiceError {
  return new ServiceError('state_conflict', {
    message: 'There is an account already. Sign in with it, or ask its owner for an invitation.',
  });
}

/**
 * Creates the first account, an owner. Of requests at the same time one succeeds, and none does once there is a member. The address
 * counts as unproved, because nothing was sent to it.
 *
 * @throws ServiceError state_conflict; invalid_request for the address of an account that is a member of nothing.
 */
export function createFirstAccount(
  relational: Relational,
  { email, name, passwordHash }: Pick<User, 'email' | 'name' | 'passwordHash'>,
  source: AuditSource,
  at: Date,
): Promise<Member> {
  return relational.client.$transaction(async (transaction) => {
    await lockBootstrap(transaction);
    const workspace = await findWorkspace(transaction);
    if (!workspace) throw new ServiceError('unavailable');
    const { organizationId } = workspace;
    // Invitations take this lock and not the one of the bootstrap.
    await transaction.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
    if ((await transaction.membership.findFirst()) !== null) throw accountExists();
    const data = [{ email, name, passwordHash }];
    const [user] = await transaction.user.createManyAndReturn({ data, skipDuplicates: true });
    if (!user) throw invalidField('email', 'belongs to an account that has no organization; choose another address');
    const memberships = new MembershipsInTransaction(transaction, organizationId);
    const member = await memberships.add({ userId: user.id, role: 'ROLE_OWNER', createdBy: null, createdAt: at });
    if (!member) throw accountExists();
    await recordAudit(transaction, member, source, at);
    return member;
  });
}
