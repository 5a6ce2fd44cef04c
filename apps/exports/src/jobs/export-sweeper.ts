import { Inject, Injectable } from '@nestjs/common';
import type { ObjectStore } from '@svc/objects';
import type { Logger } from '@svc/observability';
import type { ExportJob, Relational } from '@svc/relational';
import { CLOCK, LOGGER, OBJECT_STORE, RELATIONAL, type Clock } from '@svc/runtime';
import { hasJob, Jobs, type JobContext, type JobHandler } from '@svc/work';
import { exportPrefix } from '../files/export-files.js';
import { EXPORT_QUEUE, EXPORT_SWEEPS, type SweepPayload } from './export-queues.js';
import { hasExpired, isActive } from './job-state.js';

/** Time until the next check of an export that is active, or whose worker has not stopped yet. */
const ACTIVE_MS = 3_600_000;
const WORKER_MS = 5_000;
/** Time until the store is checked once more: a worker that was paused for long may have stored a part after the deletion. */
const AGAIN_MS = 600_000;

/** Deletes the objects of exports that are no longer needed, and verifies that they are gone. */
@Injectable()
export class ExportSweeper implements JobHandler<SweepPayload> {
  constructor(
    jobs: Jobs,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    jobs.register(EXPORT_SWEEPS, this);
  }

  async handle({ job, fence, signal }: JobContext<SweepPayload>): Promise<Date | void> {
    const { jobId: id, projectId } = job.payload;
    const now = this.clock();
    const found = await this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      return {
        row: await tx.exportJob.findUnique({ where: { id } }),
        hasWorker: await hasJob(tx, { queue: EXPORT_QUEUE, key: id }),
      };
    });
    const next = whenToDelete(found.row, now);
    if (next !== undefined) return new Date(next);
    // A worker may still be writing.
    if (found.hasWorker) return new Date(now + WORKER_MS);
    const deleted = await this.#deleteAll(exportPrefix({ projectId, id }), signal);
    const isFirst = await this.#record(id, fence);
    if (deleted > 0) this.logger.info({ job_id: id, objects: deleted }, 'export files deleted');
    return deleted > 0 || isFirst ? new Date(now + AGAIN_MS) : undefined;
  }

  /** @returns the number of the deleted objects, once a list of the store has none any more. */
  async #deleteAll(prefix: string, signal: AbortSignal): Promise<number> {
    let deleted = 0;
    for (;;) {
      let found = 0;
      for await (const { key } of this.objects.list(prefix)) {
        signal.throwIfAborted();
        await this.objects.delete(key);
        found++;
      }
      if (found === 0) return deleted;
      deleted += found;
    }
  }

  /** @returns whether the record had not said yet that the objects are gone. */
  #record(id: string, fence: JobContext<SweepPayload>['fence']): Promise<boolean> {
    return this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      const where = { id, deletedAt: null };
      return (await tx.exportJob.updateMany({ where, data: { deletedAt: new Date(this.clock()) } })).count > 0;
    });
  }
}

/** @returns when to look again; undefined if the objects are to be deleted now, which is also so for an export that is gone. */
export function whenToDelete(
  job: Pick<ExportJob, 'status' | 'resultExpiresAt'> | null,
  now: number,
): number | undefined {
  if (job === null) return undefined;
  if (isActive(job.status)) return now + ACTIVE_MS;
  return job.status === 'completed' && !hasExpired(job, now) ? job.resultExpiresAt?.getTime() : undefined;
}
