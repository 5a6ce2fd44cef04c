import { Inject, Injectable } from '@nestjs/common';
import { findContactMethods, findContactValues, findMemberIds, findProject, type Contact } from '@svc/directory';
import type { Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Members of the organization of a project, with their contact methods. */
export interface Members {
  readonly userIds: ReadonlySet<string>;
  readonly contacts: readonly Contact[];
}

@Injectable()
export class ContactMethodsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async membersOf(tx: Transaction, projectId: string, userIds: readonly string[]): Promise<Members> {
    const project = userIds.length === 0 ? null : await findProject(tx, projectId);
    if (!project) return { userIds: new Set(), contacts: [] };
    const { organizationId } = project;
    const members = await findMemberIds(tx, organizationId, userIds);
    return { userIds: members, contacts: await findContactMethods(tx, organizationId, userIds) };
  }

  /** The values of contact methods that still exist and whose owners still are members, by ID. */
  values(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return findContactValues(this.relational.client, ids);
  }
}
