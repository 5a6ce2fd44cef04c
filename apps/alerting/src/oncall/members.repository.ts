import { Inject, Injectable } from '@nestjs/common';
import { isId, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Display names of members by user ID. Users who are not members are absent. */
export type Members = ReadonlyMap<string, string>;

/** Reads the members of an organization, whom the gateway owns. */
@Injectable()
export class MembersRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async find(organizationId: string, userIds: Iterable<string>): Promise<Members> {
    const ids = [...new Set(userIds)].filter(isId);
    if (ids.length === 0 || !isId(organizationId)) return new Map();
    const rows = await this.relational.client.membership.findMany({
      where: { organizationId, userId: { in: ids } },
      select: { userId: true, user: { select: { name: true } } },
    });
    return new Map(rows.map(({ userId, user }) => [userId, user.name]));
  }
}
