import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@svc/contract';
import type { Scope } from '@svc/reading/statement';
import {
  beforeKey,
  isId,
  type Cohort,
  type CohortGeneration,
  type Prisma,
  type Relational,
  type TimeKey,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { enqueue } from '@svc/work';
import { COHORT_BUILDS, COHORT_REFRESHES, REFRESH_MS, type CohortBuild } from './cohort-jobs.js';

/** A cohort with its newest generation. */
export type FoundCohort = Cohort & { readonly generations: readonly CohortGeneration[] };

/** A generation that is being built under the lease of its job. */
export interface HeldBuild extends CohortBuild {
  /** See `JobContext.fence`. */
  readonly fence: (tx: Transaction) => Promise<void>;
}

const LATEST = { generations: { orderBy: { number: 'desc' }, take: 1 } } as const;
/** Maximum number of rows in one statement. */
const ROWS = 5_000;
/** Number of generations whose members are kept. */
const KEPT_GENERATIONS = 3;

export interface NewCohort {
  readonly name: string;
  readonly description: string;
  readonly kind: string;
  readonly definition?: JsonObject | undefined;
  readonly createdBy: string;
}

@Injectable()
export class CohortsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  /** Newest first, by creation and then id. */
  list(projectId: string, after: TimeKey<'createdAt'> | undefined, take: number) {
    return this.relational.client.cohort.findMany({
      where: { projectId, ...beforeKey('createdAt', after) },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
      include: LATEST,
    });
  }

  async find(projectId: string, id: string, tx: Transaction = this.relational.client): Promise<FoundCohort | null> {
    return isId(id) ? tx.cohort.findFirst({ where: { projectId, id }, include: LATEST }) : null;
  }

  all(projectId: string, tx: Transaction = this.relational.client): Promise<Cohort[]> {
    return tx.cohort.findMany({ where: { projectId } });
  }

  insert(cohort: NewCohort, scope: Scope, retentionDays: number, now: Date, tx: Transaction): Promise<Cohort> {
    const { definition, ...columns } = cohort;
    return tx.cohort.create({
      data: {
        ...columns,
        ...(definition && { definition: definition }),
        projectId: scope.projectId,
        projectNumber: scope.projectNumber,
        retentionDays,
        createdAt: now,
        updatedAt: now,
      },
    });
  }

  async update(id: string, changes: Prisma.CohortUpdateManyMutationInput, tx: Transaction): Promise<void> {
    await tx.cohort.update({ where: { id }, data: changes });
  }

  /** Changes a cohort and counts its version. False if it does not exist or is not at this version. */
  async change(
    id: string,
    version: bigint | undefined,
    changes: Prisma.CohortUpdateManyMutationInput,
    tx: Transaction,
  ): Promise<boolean> {
    const data = { ...changes, version: { increment: 1 } };
    return (await tx.cohort.updateMany({ where: { id, version }, data })).count > 0;
  }

  /** False if it does not exist or is not at this version. */
  async delete(id: string, version: bigint | undefined): Promise<boolean> {
    return (await this.relational.client.cohort.deleteMany({ where: { id, version } })).count > 0;
  }

  /** Refreshes the cohort periodically from now on. */
  async scheduleRefreshes({ id, projectId }: Cohort, now: Date, tx: Transaction): Promise<void> {
    const runAt = new Date(now.getTime() + REFRESH_MS);
    await enqueue(tx, COHORT_REFRESHES, { key: id, payload: { cohortId: id }, projectId, runAt, now });
  }

  /**
   * Creates the next generation and the job that builds it, or returns the one that is being built: at most one at a time.
   * Undefined if there is no such cohort.
   */
  async startGeneration(cohortId: string, now: Date, tx: Transaction): Promise<CohortGeneration | undefined> {
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
    await this.startGeneration(cohortId, now, tx);
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
    await this.insertMembers(cohortId, number, members, tx);
    return tx.cohortGeneration.create({
      data: { cohortId, number, state: 'ready', startedAt: now, finishedAt: now, count, attempts: 1 },
    });
  }

  async insertMembers(
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
      await tx.cohortMember.deleteMany({ where: { cohortId, generation: number } });
      cohort = await tx.cohort.findUnique({ where: { id: cohortId } });
    });
    return cohort ?? undefined;
  }

  /** @returns whether the generation is still to be built. */
  insertFound(build: HeldBuild, members: readonly string[]): Promise<boolean> {
    return this.#whileBuilding(build, (tx) => this.insertMembers(build.cohortId, build.number, members, tx));
  }

  /**
   * Publishes the generation, all of it with the commit.
   * @param isUsed whether flags use the cohort and their snapshot changes too.
   * @returns false if the generation need not be built any more.
   */
  finish(build: HeldBuild, count: number, now: Date, isUsed: boolean): Promise<boolean> {
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
      if (isUsed) await this.countFlagChange(projectId, now, tx);
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
    return this.transaction(async (tx) => {
      await fence(tx);
      // Before the generation, in the order in which those who update or delete the cohort lock them.
      await tx.$queryRaw`SELECT 1 FROM cohorts WHERE id = ${cohortId}::uuid FOR NO KEY UPDATE`;
      const building = await tx.$queryRaw<unknown[]>`SELECT 1 FROM cohort_generations
        WHERE cohort_id = ${cohortId}::uuid AND number = ${number} AND state = 'building' FOR NO KEY UPDATE`;
      if (building.length > 0) await change(tx);
      return building.length > 0;
    });
  }

  /** Deletes members from all generations of all cohorts of the project. */
  async deleteMembers(distinctIds: readonly string[], projectId: string, tx: Transaction): Promise<void> {
    await tx.cohortMember.deleteMany({ where: { cohort: { projectId }, distinctId: { in: [...distinctIds] } } });
  }

  /** Ordered by distinct ID. */
  async members(cohortId: string, generation: number, after: string | undefined, take: number): Promise<string[]> {
    const rows = await this.relational.client.cohortMember.findMany({
      where: { cohortId, generation, ...(after !== undefined && { distinctId: { gt: after } }) },
      orderBy: { distinctId: 'asc' },
      take,
    });
    return rows.map(({ distinctId }) => distinctId);
  }

  /** Returns the IDs that are members of the generation. */
  async membersAmong(cohortId: string, generation: number, distinctIds: readonly string[]): Promise<string[]> {
    const rows = await this.relational.client.cohortMember.findMany({
      where: { cohortId, generation, distinctId: { in: [...distinctIds] } },
    });
    return rows.map(({ distinctId }) => distinctId);
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

  async prune(cohortId: string): Promise<void> {
    const oldest = (await this.readable(cohortId)).at(-1);
    if (oldest === undefined) return;
    await this.relational.client.cohortMember.deleteMany({ where: { cohortId, generation: { lt: oldest } } });
  }

  /** Whether a flag of the project refers to the cohort. */
  async isUsedByFlags(projectId: string, cohortId: string, tx: Transaction = this.relational.client): Promise<boolean> {
    const flags = await tx.flag.findMany({ where: { projectId }, select: { definition: true } });
    // The ID of a cohort is a UUID, which occurs in a definition only as a reference to it.
    return flags.some(({ definition }) => JSON.stringify(definition).includes(cohortId));
  }

  /** Lets the evaluators of flags notice that a cohort has changed which flags refer to. */
  async countFlagChange(projectId: string, now: Date, tx: Transaction): Promise<void> {
    await tx.flagSnapshot.updateMany({ where: { projectId }, data: { version: { increment: 1 }, updatedAt: now } });
  }
}
