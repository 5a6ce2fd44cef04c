import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@svc/contract';
import type { Scope } from '@svc/reading/statement';
import {
  beforeKey,
  type Cohort,
  type CohortGeneration,
  isId,
  nameContains,
  type Prisma,
  type Relational,
  type TimeKey,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** A cohort with its newest generation. */
export type FoundCohort = Cohort & { readonly generations: readonly CohortGeneration[] };

const LATEST = { generations: { orderBy: { number: 'desc' }, take: 1 } } as const;

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
  list(projectId: string, name: string, after: TimeKey<'createdAt'> | undefined, take: number) {
    return this.relational.client.cohort.findMany({
      where: { AND: [{ projectId }, nameContains(name), beforeKey('createdAt', after)] },
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

  /** The cohorts with these IDs; IDs of other projects and unknown ones are left out. */
  async findByIds(projectId: string, ids: readonly string[], tx: Transaction): Promise<Cohort[]> {
    return ids.length === 0 ? [] : tx.cohort.findMany({ where: { projectId, id: { in: [...new Set(ids)] } } });
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

  /**
   * Publishes the next generation of a static cohort.
   * @param generation the expected one.
   * @returns whether the cohort was at the expected generation.
   */
  async advance(id: string, generation: number, count: number, now: Date, tx: Transaction): Promise<boolean> {
    const data = { generation: generation + 1, count, version: { increment: 1 }, updatedAt: now };
    return (await tx.cohort.updateMany({ where: { id, generation }, data })).count > 0;
  }
}
