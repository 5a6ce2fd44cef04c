import { Inject, Injectable } from '@nestjs/common';
import type { Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Maximum number of rows in one statement. */
const ROWS = 5_000;

/** The members of the generations of cohorts. */
@Injectable()
export class CohortMembersRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async insert(
    cohortId: string,
    generation: number,
    members: readonly string[],
    tx: Transaction = this.relational.client,
  ) {
    for (let start = 0; start < members.length; start += ROWS) {
      const data = members.slice(start, start + ROWS).map((distinctId) => ({ cohortId, generation, distinctId }));
      await tx.cohortMember.createMany({ data, skipDuplicates: true });
    }
  }

  /** Deletes members from all generations of all cohorts of the project. */
  async deletePersons(distinctIds: readonly string[], projectId: string, tx: Transaction): Promise<void> {
    await tx.cohortMember.deleteMany({ where: { cohort: { projectId }, distinctId: { in: [...distinctIds] } } });
  }

  async deleteGeneration(cohortId: string, generation: number, tx: Transaction): Promise<void> {
    await tx.cohortMember.deleteMany({ where: { cohortId, generation } });
  }

  async deleteBefore(cohortId: string, generation: number): Promise<void> {
    await this.relational.client.cohortMember.deleteMany({ where: { cohortId, generation: { lt: generation } } });
  }

  /** Ordered by distinct ID. */
  async list(cohortId: string, generation: number, after: string | undefined, take: number): Promise<string[]> {
    const rows = await this.relational.client.cohortMember.findMany({
      where: { cohortId, generation, ...(after !== undefined && { distinctId: { gt: after } }) },
      orderBy: { distinctId: 'asc' },
      take,
    });
    return rows.map(({ distinctId }) => distinctId);
  }

  /** Returns the IDs that are members of the generation. */
  async among(cohortId: string, generation: number, distinctIds: readonly string[]): Promise<string[]> {
    const rows = await this.relational.client.cohortMember.findMany({
      where: { cohortId, generation, distinctId: { in: [...distinctIds] } },
    });
    return rows.map(({ distinctId }) => distinctId);
  }
}
