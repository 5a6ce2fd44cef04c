import { Inject, Injectable } from '@nestjs/common';
import type { Relational, Transaction } from '@svc/relational';
import { isId } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Membership in cohorts, for flags. */
@Injectable()
export class CohortMembership {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** IDs of the project's cohorts. */
  async findCohortIds(projectId: string, tx: Transaction): Promise<ReadonlySet<string>> {
    const rows = await tx.cohort.findMany({ where: { projectId }, select: { id: true } });
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Whether persons, each given by all its distinct IDs, belong to each cohort, by its newest generation that is ready. A cohort
   * that does not exist has no members; a cohort without a generation is absent from the result, because membership is unknown.
   */
  async of(
    projectId: string,
    cohortIds: readonly string[],
    persons: readonly (readonly string[])[],
  ): Promise<ReadonlyMap<string, boolean>[]> {
    const { cohort, cohortMember } = this.relational.client;
    const cohorts = await cohort.findMany({
      where: { projectId, id: { in: cohortIds.filter(isId) } },
      select: { id: true, generation: true },
    });
    const ready = cohorts.filter(({ generation }) => generation > 0);
    const found = await cohortMember.findMany({
      where: {
        distinctId: { in: persons.flat() },
        OR: ready.map(({ id, generation }) => ({ cohortId: id, generation })),
      },
      select: { cohortId: true, distinctId: true },
    });
    const members = new Set(found.map(({ cohortId, distinctId }) => `${cohortId} ${distinctId}`));
    const unknown = new Set(cohorts.filter(({ generation }) => generation === 0).map(({ id }) => id));
    const known = cohortIds.filter((id) => !unknown.has(id));
    return persons.map(
      (ids) => new Map(known.map((cohort) => [cohort, ids.some((id) => members.has(`${cohort} ${id}`))])),
    );
  }
}
