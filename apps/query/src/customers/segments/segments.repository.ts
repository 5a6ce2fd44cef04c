import { Inject, Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { selectFrom, sql, typed } from '@svc/reading/statement';
import { type AccountSegment, isId, nameContains, type Prisma, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { GroupRow } from '../groups/groups.query.js';
import { selectMembers, type SegmentQuestion } from './segments.query.js';

export type SegmentChanges = Pick<Prisma.AccountSegmentUpdateManyMutationInput, 'name' | 'groupType' | 'filters'>;

@Injectable()
export class SegmentsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Newest first. @param name text that the name has to contain. */
  list(projectId: string, name: string): Promise<AccountSegment[]> {
    return this.relational.client.accountSegment.findMany({
      where: { projectId, ...nameContains(name) },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
  }

  async find(projectId: string, id: string): Promise<AccountSegment | null> {
    return isId(id) ? this.relational.client.accountSegment.findFirst({ where: { projectId, id } }) : null;
  }

  insert(segment: Prisma.AccountSegmentCreateInput): Promise<AccountSegment> {
    return this.relational.client.accountSegment.create({ data: segment });
  }

  /** The updated segment; undefined if the ID does not exist or is not at this version. */
  async update(
    projectId: string,
    id: string,
    version: bigint | undefined,
    changes: SegmentChanges & { readonly updatedAt: Date },
  ): Promise<AccountSegment | undefined> {
    if (!isId(id)) return undefined;
    const [changed] = await this.relational.client.accountSegment.updateManyAndReturn({
      where: { projectId, id, version },
      data: { ...changes, version: { increment: 1 } },
    });
    return changed;
  }

  /** False if the ID does not exist or is not at this version. */
  async delete(projectId: string, id: string, version: bigint | undefined): Promise<boolean> {
    if (!isId(id)) return false;
    return (await this.relational.client.accountSegment.deleteMany({ where: { projectId, id, version } })).count > 0;
  }

  /** The number of members, and the first by key. */
  async members(
    question: SegmentQuestion,
    count: number,
    reader: ProjectReader,
  ): Promise<{ total: bigint; first: GroupRow[] }> {
    const statement = selectFrom(selectMembers(question), {
      columns: {
        type: typed('String', sql`type`),
        account: typed('String', sql`account`),
        first: typed('Int64', sql`first`),
        last: typed('Int64', sql`last`),
        members: typed('UInt64', sql`count() OVER ()`),
      },
      orderBy: sql`account`,
      limit: count,
    });
    const rows = await reader.rows(statement);
    return { total: BigInt(rows[0]?.members ?? 0), first: rows.map(({ members: _, ...row }) => row) };
  }
}
