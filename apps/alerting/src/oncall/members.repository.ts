import { Inject, Injectable } from '@nestjs/common';
import { findMemberNames, findMembersBy, type FoundMember } from '@svc/directory';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Display names of members by user ID. Users who are not members are absent. */
export type Members = ReadonlyMap<string, string>;

@Injectable()
export class MembersRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(organizationId: string, userIds: Iterable<string>): Promise<Members> {
    return findMemberNames(this.relational.client, organizationId, userIds);
  }

  /** Members by e-mail address, exact name or ID. */
  findBy(organizationId: string, texts: readonly string[]): Promise<FoundMember[]> {
    return findMembersBy(this.relational.client, organizationId, texts);
  }
}
