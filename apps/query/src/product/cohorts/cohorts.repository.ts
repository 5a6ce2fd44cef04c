import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@svc/contract';
import { isId, type Cohort, type CohortGeneration, type Prisma, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/service';
import type { Scope } from '@svc/reading/statement';

/** A cohort with its newest generation. */
export type FoundCohort = Cohort & { readonly generations: readonly CohortGeneration[] };

type Store = Prisma.TransactionClient;

/** A generation and the lease it is built under. */
export interface HeldBuild {
  readonly cohortId: string;
  readonly number: number;
  readonly token: string;
}

const LATEST = { generations: { orderBy: { number: 'desc' }, take: 1 } } as const;
/** Rows of one statement. */
const ROWS = 5_000;
/** Generations whose members are kept. */
const KEPT = 3;

export interface NewCohort {
  readonly name: string;
  readonly description: string;
  readonly kind: string;
  readonly definition?: JsonObject | undefined;
  readonly refreshAt: Date | null;
}

@Injectable()
export class CohortsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  transaction<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  /** Newest first, by creation and then id. */
  list(projectId: string, after: { readonly createdAt: Date; readonly id: string } | undefined, take: number) {
    const older = after && {
      OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
    };
    return this.relational.client.cohort.findMany({
      where: { projectId, ...older },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
      include: LATEST,
    });
  }

  async find(projectId: string, id: string, store: Store = this.relational.client): Promise<FoundCohort | null> {
    return isId(id) ? store.cohort.findFirst({ where: { projectId, id }, include: LATEST }) : null;
  }

  all(projectId: string, store: Store = this.relational.client): Promise<Cohort[]> {
    return store.cohort.findMany({ where: { projectId } });
  }

  insert(cohort: NewCohort, scope: Scope, retentionDays: number, now: Date, store: Store): Promise<Cohort> {
    const { definition, ...columns } = cohort;
    return store.cohort.create({
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

  async update(id: string, changes: Prisma.CohortUpdateManyMutationInput, store: Store): Promise<void> {
    await store.cohort.update({ where: { id }, data: changes });
  }

  async delete(id: string): Promise<void> {
    await this.relational.client.cohort.delete({ where: { id } });
  }

  /** Begins the next generation, or answers the one that is being built: at most one at a time. */
  async begin(cohortId: string, now: Date, store: Store): Promise<CohortGeneration> {
    // Whoever begins one holds the cohort's row.
    await store.$queryRaw`SELECT 1 FROM cohorts WHERE id = ${cohortId}::uuid FOR UPDATE`;
    const latest = await store.cohortGeneration.findFirst({ where: { cohortId }, orderBy: { number: 'desc' } });
    if (latest?.state === 'building') return latest;
    return store.cohortGeneration.create({
      data: { cohortId, number: (latest?.number ?? 0) + 1, state: 'building', startedAt: now },
    });
  }

  /** Gives up what is being built of the old definition, and begins with the new one. */
  async restart(cohortId: string, now: Date, store: Store): Promise<void> {
    await store.cohortGeneration.updateMany({
      where: { cohortId, state: 'building' },
      data: { state: 'failed', finishedAt: now, error: 'superseded', leaseUntil: null },
    });
    await this.begin(cohortId, now, store);
  }

  /** A generation that is ready at once, with these members. */
  async insertReady(
    cohortId: string,
    number: number,
    members: readonly string[],
    now: Date,
    store: Store,
  ): Promise<CohortGeneration> {
    const count = members.length;
    await this.insertMembers(cohortId, number, members, store);
    return store.cohortGeneration.create({
      data: { cohortId, number, state: 'ready', startedAt: now, finishedAt: now, count, attempts: 1 },
    });
  }

  async insertMembers(
    cohortId: string,
    generation: number,
    members: readonly string[],
    store: Store = this.relational.client,
  ) {
    for (let start = 0; start < members.length; start += ROWS) {
      const data = members.slice(start, start + ROWS).map((distinctId) => ({ cohortId, generation, distinctId }));
      await store.cohortMember.createMany({ data, skipDuplicates: true });
    }
  }

  /** Members that a build has found. @returns whether it still is the one that builds. */
  insertFound(build: HeldBuild, members: readonly string[]): Promise<boolean> {
    return this.#whileHeld(build, (store) => this.insertMembers(build.cohortId, build.number, members, store));
  }

  /** What an attempt before has found goes. @returns whether it still is the one that builds. */
  clearFound(build: HeldBuild): Promise<boolean> {
    const { cohortId, number: generation } = build;
    return this.#whileHeld(build, (store) => store.cohortMember.deleteMany({ where: { cohortId, generation } }));
  }

  /** Who was away too long changes nothing. */
  #whileHeld({ cohortId, number, token }: HeldBuild, change: (store: Store) => Promise<unknown>): Promise<boolean> {
    return this.transaction(async (store) => {
      const held = await store.$queryRaw<unknown[]>`SELECT 1 FROM cohort_generations
        WHERE cohort_id = ${cohortId}::uuid AND number = ${number} AND lease_token = ${token}::uuid AND state = 'building' FOR SHARE`;
      if (held.length > 0) await change(store);
      return held.length > 0;
    });
  }

  /** In the order of their distinct ids. */
  async members(cohortId: string, generation: number, after: string | undefined, take: number): Promise<string[]> {
    const rows = await this.relational.client.cohortMember.findMany({
      where: { cohortId, generation, ...(after !== undefined && { distinctId: { gt: after } }) },
      orderBy: { distinctId: 'asc' },
      take,
    });
    return rows.map(({ distinctId }) => distinctId);
  }

  /** Those of the ids that are members of the generation. */
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
      take: KEPT,
    });
    return rows.map(({ number }) => number);
  }

  async prune(cohortId: string): Promise<void> {
    const oldest = (await this.readable(cohortId)).at(-1);
    if (oldest === undefined) return;
    await this.relational.client.cohortMember.deleteMany({ where: { cohortId, generation: { lt: oldest } } });
  }

  /** The flags of a project, to see which ask for a cohort. */
  async isAskedForByFlags(
    projectId: string,
    cohortId: string,
    store: Store = this.relational.client,
  ): Promise<boolean> {
    const flags = await store.flag.findMany({ where: { projectId }, select: { definition: true } });
    // The id of a cohort is a UUID, which stands in a definition for nothing else.
    return flags.some(({ definition }) => JSON.stringify(definition).includes(cohortId));
  }

  /** Lets whoever evaluates flags elsewhere see that a cohort they ask for has changed. */
  async countFlagChange(projectId: string, now: Date, store: Store): Promise<void> {
    await store.flagSnapshot.updateMany({ where: { projectId }, data: { version: { increment: 1 }, updatedAt: now } });
  }
}
