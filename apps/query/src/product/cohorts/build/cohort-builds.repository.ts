import { Inject, Injectable } from '@nestjs/common';
import type { Cohort, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { CohortBuild } from '../cohort-jobs.js';
import { CohortMembersRepository } from '../cohort-members.repository.js';
import type { CohortUser } from '../cohort-users.js';

/** A generation that is being built under the lease of its job. */
export interface HeldBuild extends CohortBuild {
  /** See `JobContext.fence`. */
  readonly fence: (tx: Transaction) => Promise<void>;
}

/** The progress of builds. */
@Injectable()
export class CohortBuildsRepository {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    private readonly members: CohortMembersRepository,
  ) {}

  /**
   * Records an attempt and removes the members that earlier ones found.
   * @returns the cohort; undefined if the generation need not be built any more.
   */
  async startAttempt(build: HeldBuild, attempts: number, error: string | null): Promise<Cohort | undefined> {
    const { cohortId, number } = build;
    let cohort: Cohort | null = null;
    await this.#whileBuilding(build, async (tx) => {
      await tx.cohortGeneration.update({
        where: { cohortId_number: { cohortId, number } },
        data: { attempts, error },
      });
      await this.members.deleteGeneration(cohortId, number, tx);
      cohort = await tx.cohort.findUnique({ where: { id: cohortId } });
    });
    return cohort ?? undefined;
  }

  /** @returns whether the generation is still to be built. */
  insertFound(build: HeldBuild, members: readonly string[]): Promise<boolean> {
    return this.#whileBuilding(build, (tx) => this.members.insert(build.cohortId, build.number, members, tx));
  }

  /**
   * Publishes the generation, all of it with the commit.
   * @param users the domains that refer to the cohort.
   * @returns false if the generation need not be built any more.
   */
  finish(build: HeldBuild, count: number, now: Date, users: readonly CohortUser[]): Promise<boolean> {
    const { cohortId, number } = build;
    return this.#whileBuilding(build, async (tx) => {
      await tx.cohortGeneration.update({
        where: { cohortId_number: { cohortId, number } },
        data: { state: 'ready', finishedAt: now, count, error: null },
      });
      const { projectId } = await tx.cohort.update({
        where: { id: cohortId },
        data: { generation: number, count },
      });
      for (const user of users) await user.noteChange(projectId, now, tx);
    });
  }

  async fail({ cohortId, number }: CohortBuild, error: string, now: Date, tx: Transaction): Promise<void> {
    await tx.cohortGeneration.updateMany({
      where: { cohortId, number, state: 'building' },
      data: { state: 'failed', finishedAt: now, error },
    });
  }

  /** Runs the change unless the generation was superseded or deleted. @throws LeaseLostError */
  #whileBuilding(
    { cohortId, number, fence }: HeldBuild,
    change: (tx: Transaction) => Promise<unknown>,
  ): Promise<boolean> {
    return this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      // Before the generation, in the order in which those who update or delete the cohort lock them.
      await tx.$queryRaw`SELECT 1 FROM cohorts WHERE id = ${cohortId}::uuid FOR NO KEY UPDATE`;
      const building = await tx.$queryRaw<unknown[]>`SELECT 1 FROM cohort_generations
        WHERE cohort_id = ${cohortId}::uuid AND number = ${number} AND state = 'building' FOR NO KEY UPDATE`;
      if (building.length > 0) await change(tx);
      return building.length > 0;
    });
  }
}
