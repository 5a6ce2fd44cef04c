import { Inject, Injectable } from '@nestjs/common';
import {
  isId,
  type Membership,
  nameContains,
  type Organization,
  type Relational,
  type Transaction,
  type User,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

export type Member = Membership & { readonly user: User };

/** A user who joins. */
export type NewMember = Pick<Membership, 'userId' | 'role' | 'createdBy' | 'createdAt'>;

export type OrganizationMembership = Membership & { readonly organization: Organization };

@Injectable()
export class MembershipsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(organizationId: string, userId: string): Promise<Membership | null> {
    return this.relational.client.membership.findUnique({
      where: { organizationId_userId: { organizationId, userId } },
    });
  }

  /** The oldest of a user. */
  findFirst(userId: string): Promise<OrganizationMembership | null> {
    return this.relational.client.membership.findFirst({
      where: { userId },
      include: { organization: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  list(organizationId: string, name: string): Promise<Member[]> {
    return this.relational.client.membership.findMany({
      where: { organizationId, user: nameContains(name, 'name', 'email') },
      include: { user: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  /**
   * Runs changes of the memberships of an organization one after the other, so that a count of owners still holds when the change
   * is written.
   */
  inOrganization<Result>(
    organizationId: string,
    change: (memberships: MembershipsInTransaction) => Promise<Result>,
  ): Promise<Result> {
    return this.relational.client.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
      return change(new MembershipsInTransaction(transaction, organizationId));
    });
  }
}

/** The memberships of one organization, locked against other changes. */
export class MembershipsInTransaction {
  constructor(
    readonly transaction: Transaction,
    readonly organizationId: string,
  ) {}

  find(userId: string): Promise<Member | null> {
    if (!isId(userId)) return Promise.resolve(null);
    const { organizationId } = this;
    return this.transaction.membership.findUnique({
      where: { organizationId_userId: { organizationId, userId } },
      include: { user: true },
    });
  }

  /** Undefined for a user who is already a member. */
  async add(member: NewMember): Promise<Member | undefined> {
    const { organizationId } = this;
    const [added] = await this.transaction.membership.createManyAndReturn({
      data: [{ organizationId, ...member, updatedAt: member.createdAt }],
      skipDuplicates: true,
      include: { user: true },
    });
    return added;
  }

  countOwners(): Promise<number> {
    const { organizationId } = this;
    return this.transaction.membership.count({ where: { organizationId, role: 'ROLE_OWNER' } });
  }

  setRole(id: string, role: string): Promise<Member> {
    return this.transaction.membership.update({
      where: { id },
      data: { role, version: { increment: 1 } },
      include: { user: true },
    });
  }

  /** Sessions, keys and contact methods go with it. */
  async remove({ id, userId, organizationId }: Membership): Promise<void> {
    await this.transaction.contactMethod.deleteMany({ where: { organizationId, principalId: userId } });
    await this.transaction.membership.delete({ where: { id } });
  }

  /** Revokes the pending invitations of a user or a key. */
  async revokeInvitations(
    inviter: { readonly inviterUserId: string } | { readonly inviterKeyId: string },
    at: Date,
  ): Promise<void> {
    const { organizationId } = this;
    await this.transaction.invitation.updateMany({
      where: { organizationId, ...inviter, acceptedAt: null, revokedAt: null },
      data: { revokedAt: at },
    });
  }

  /** Ids of the keys and sessions that act for a member. */
  async credentialsOf(membershipId: string): Promise<string[]> {
    const where = { membershipId, revokedAt: null };
    const keys = await this.transaction.apiKey.findMany({ where, select: { id: true } });
    const sessions = await this.transaction.session.findMany({ where, select: { id: true } });
    return [...keys, ...sessions].map(({ id }) => id);
  }
}
