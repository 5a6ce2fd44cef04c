import { Inject, Injectable } from '@nestjs/common';
import type { Cohort, CohortGeneration, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { enqueue } from '@svc/work';
import { COHORT_BUILDS, COHORT_REFRESHES, REFRESH_MS } from './cohort-jobs.js';
import { CohortMembersRepository } from './cohort-members.repository.js';

/** Number of generations whose members are kept. */
const KEPT_GENERATIONS = 3;

/** The generations of cohorts, and the jobs that build them. */
@Injectable()
export class GenerationsRepository {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    private readonly members: CohortMembersRepository,
  ) {}

  /** Refreshes the cohort periodically from now on. */
  async scheduleRefreshes({ id, projectId }: Cohort, now: Date, tx: Transaction): Promise<void> {
    const runAt = new Date(now.getTime() + REFRESH_MS);
    await enqueue(tx, COHORT_REFRESHES, { key: id, payload: { cohortId: id }, projectId, runAt, now });
  }

  /**
   * Creates the next generation and the job that builds it, or returns the one that is being built: at most one at a time.
   * Undefined if there is no such cohort.
   */
  async start(cohortId: string, now: Date, tx: Transaction): Promise<CohortGeneration | undefined> {
    // The lock serializes all that start a generation of the cohort.
    const [cohort] = await tx.$queryRaw<{ project_id: string }[]>`
      SELECT project_id FROM cohorts WHERE id = ${cohortId}::uuid FOR UPDATE`;
    if (!cohort) return undefined;
    const latest = await tx.cohortGeneration.findFirst({ where: { cohortId }, orderBy: { number: 'desc' } });
    if (latest?.state === 'building') return latest;
    const number = (latest?.number ?? 0) + 1;
    await enqueue(tx, COHORT_BUILDS, {
      key: `${cohortId}/${number}`,
      payload: { cohortId, number },
      projectId: cohort.project_id,
      now,
    });
    return tx.cohortGeneration.create({ data: { cohortId, number, state: 'building', startedAt: now } });
  }

  /** Abandons the generation that is being built with the old definition and starts one with the new definition. */
  async restart(cohortId: string, now: Date, tx: Transaction): Promise<void> {
    await tx.cohortGeneration.updateMany({
      where: { cohortId, state: 'building' },
      data: { state: 'failed', finishedAt: now, error: 'superseded' },
    });
    await this.start(cohortId, now, tx);
  }

  /** Inserts a generation with these members that is ready immediately. */
  async insertReady(
    cohortId: string,
    number: number,
    members: readonly string[],
    now: Date,
    tx: Transaction,
  ): Promise<CohortGeneration> {
    const count = members.length;
    await this.members.insert(cohortId, number, members, tx);
    return tx.cohortGeneration.create({
      data: { cohortId, number, state: 'ready', startedAt: now, finishedAt: now, count, attempts: 1 },
    });
  }

  history(cohortId: string, before: number | undefined, take: number): Promise<CohortGeneration[]> {
    return this.relational.client.cohortGeneration.findMany({
      where: { cohortId, ...(before !== undefined && { number: { lt: before } }) },
      orderBy: { number: 'desc' },
      take,
    });
  }

  /** Generations whose members can be read, newest first. */
  async readable(cohortId: string): Promise<number[]> {
    const rows = await this.relational.client.cohortGeneration.findMany({
      where: { cohortId, state: 'ready' },
      orderBy: { number: 'desc' },
      take: KEPT_GENERATIONS,
    });
    return rows.map(({ number }) => number);
  }

  /** Deletes the members of generations that cannot be read any more. */
  async prune(cohortId: string): Promise<void> {
    const oldest = (await this.readable(cohortId)).at(-1);
    if (oldest !== undefined) await this.members.deleteBefore(cohortId, oldest);
  }
}
