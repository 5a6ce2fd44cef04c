import { Inject, Injectable } from '@nestjs/common';
import {
  beforeKey,
  type ExportJob,
  type Prisma,
  type Relational,
  type TimeKey,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { deleteUnclaimedJob, enqueue } from '@svc/work';
import { EXPORT_QUEUE } from './export-queues.js';
import { ACTIVE, type ExportStatus } from './job-state.js';
import { sweepAt } from './running.repository.js';
import { lockProject } from './starting.repository.js';

export interface JobsPage {
  readonly status: string | undefined;
  readonly type: string | undefined;
  readonly after: TimeKey<'createdAt'> | undefined;
  readonly take: number;
}

export type NewExport = Omit<Prisma.ExportJobCreateManyInput, 'status' | 'cutoff'> & { readonly id: string };

/** Time until the sweeper first checks an export that has not ended before. */
const FIRST_SWEEP_MS = 3_600_000;

/** The exports of one project for its callers, who cannot see or change exports of other projects. */
@Injectable()
export class ExportJobsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Newest first, by creation and then ID. */
  list(projectId: string, { status, type, after, take }: JobsPage): Promise<ExportJob[]> {
    return this.relational.client.exportJob.findMany({
      where: { AND: [{ projectId, status, type }, beforeKey('createdAt', after)] },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
    });
  }

  find(projectId: string, id: string): Promise<ExportJob | null> {
    return this.relational.client.exportJob.findFirst({ where: { id, projectId } });
  }

  /**
   * If the project has created `limit` exports since `since`, returns the creation time of the export that has to leave
   * the window first. The caller is the only one that creates an export in the project until the end of the
   * transaction.
   */
  async findLimiting(tx: Transaction, projectId: string, limit: number, since: Date): Promise<Date | undefined> {
    await lockProject(tx, projectId);
    const recent = await tx.exportJob.findMany({
      where: { projectId, createdAt: { gt: since } },
      orderBy: { createdAt: 'desc' },
      select: { createdAt: true },
      take: limit,
    });
    return recent.length < limit ? undefined : recent.at(-1)?.createdAt;
  }

  /** Adds an export with the jobs that run it and that delete its files. */
  async insert(tx: Transaction, job: NewExport): Promise<ExportJob> {
    const { id, projectId } = job;
    const now = new Date(job.createdAt);
    await enqueue(tx, EXPORT_QUEUE, { key: id, payload: { jobId: id }, projectId, now });
    await sweepAt(tx, { id, projectId }, new Date(now.getTime() + FIRST_SWEEP_MS), now);
    return tx.exportJob.create({ data: { ...job, status: 'pending', cutoff: now } });
  }

  /** @returns the cancelled export; undefined if it is not active. */
  cancel(projectId: string, id: string, now: Date): Promise<ExportJob | undefined> {
    return this.relational.client.$transaction(async (tx) => {
      // A worker that runs the job notices the cancellation by itself.
      await deleteUnclaimedJob(tx, { queue: EXPORT_QUEUE, key: id }, projectId);
      if ((await tx.exportJob.count({ where: { id, projectId } })) === 0) return undefined;
      await sweepAt(tx, { id, projectId }, now, now);
      return this.#move(tx, { id, projectId, from: ACTIVE }, { status: 'cancelled', completedAt: now });
    });
  }

  /** @returns the export, pending again; undefined if it has not failed. */
  retry(projectId: string, id: string, now: Date): Promise<ExportJob | undefined> {
    return this.relational.client.$transaction(async (tx) => {
      const found = await tx.exportJob.findFirst({ where: { id, projectId, status: 'failed' } });
      if (!found) return undefined;
      await enqueue(tx, EXPORT_QUEUE, { key: id, payload: { jobId: id }, projectId, now });
      await sweepAt(tx, { id, projectId }, new Date(now.getTime() + FIRST_SWEEP_MS), now);
      return this.#move(
        tx,
        { id, projectId, from: ['failed'] },
        {
          status: 'pending',
          attemptBase: found.attemptCount,
          attemptCount: found.attemptCount + 1,
          startedAt: null,
          completedAt: null,
          deletedAt: null,
          errorCode: null,
          errorMessage: null,
        },
      );
    });
  }

  /** Changes the export if it is in one of the states; what it has written is forgotten. */
  async #move(
    tx: Transaction,
    {
      id,
      projectId,
      from,
    }: { readonly id: string; readonly projectId: string; readonly from: readonly ExportStatus[] },
    data: Prisma.ExportJobUpdateManyMutationInput,
  ): Promise<ExportJob | undefined> {
    await tx.$executeRaw`UPDATE export_jobs SET checkpoint = NULL WHERE id = ${id}::uuid AND status = ANY(${[...from]})`;
    const [moved] = await tx.exportJob.updateManyAndReturn({
      where: { id, projectId, status: { in: [...from] } },
      data,
    });
    return moved;
  }
}
