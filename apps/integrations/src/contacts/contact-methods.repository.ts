import { Inject, Injectable } from '@nestjs/common';
import type { ContactMethod, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

export type Contact = Pick<ContactMethod, 'id' | 'principalId' | 'type' | 'value' | 'verifiedAt'>;

/** Members of the organization of a project, with their contact methods. */
export interface Members {
  readonly userIds: ReadonlySet<string>;
  readonly contacts: readonly Contact[];
}

/** The gateway owns members and contact methods; here they are read. */
@Injectable()
export class ContactMethodsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async membersOf(tx: Transaction, projectId: string, userIds: readonly string[]): Promise<Members> {
    if (userIds.length === 0) return { userIds: new Set(), contacts: [] };
    const project = await tx.project.findUnique({ where: { id: projectId }, select: { organizationId: true } });
    if (!project) return { userIds: new Set(), contacts: [] };
    const { organizationId } = project;
    const among = { in: [...userIds] };
    const members = await tx.membership.findMany({
      where: { organizationId, userId: among },
      select: { userId: true },
    });
    const contacts = await tx.contactMethod.findMany({
      where: { organizationId, principalId: among },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    return { userIds: new Set(members.map(({ userId }) => userId)), contacts };
  }

  /** The values of contact methods that still exist and whose owners still are members, by ID. */
  async values(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.relational.client.$queryRaw<{ id: string; value: string }[]>`
      SELECT m.id, m.value
      FROM contact_methods m
      JOIN memberships s ON s.organization_id = m.organization_id AND s.user_id = m.principal_id
      WHERE m.id = ANY(${[...ids]}::uuid[])`;
    return new Map(rows.map(({ id, value }) => [id, value]));
  }
}
