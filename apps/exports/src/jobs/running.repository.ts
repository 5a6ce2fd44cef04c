import { Inject, Injectable } from '@nestjs/common';
import type { Prisma, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { enqueue, type JobContext } from '@svc/work';
import type { Checkpoint, ExportResult, WrittenSoFar } from '../files/export-files.js';
import { EXPORT_SWEEPS, type ExportPayload } from './export-queues.js';
import { RESULT_MS, type AfterFailure } from './job-state.js';

type Held = Pick<JobContext<ExportPayload>, 'fence'> & { readonly id: string; readonly projectId: string };

/** The most that an export which is not completed shows. */
const ALMOST = 99.9;

/**
 * The writes of a worker to the job that it holds. Every statement changes the job only while it runs, so a cancellation that is committed
 * first wins, and the fence keeps a worker out that was paused while another one took over.
 */
@Injectable()
export class RunningRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async isRunning(id: string): Promise<boolean> {
    return (await this.relational.client.exportJob.count({ where: { id, status: 'running' } })) > 0;
  }

  /** @returns whether the job still runs. */
  commit(job: Held, checkpoint: Checkpoint, { rows, bytes, percent }: WrittenSoFar): Promise<boolean> {
    const json = JSON.stringify(checkpoint);
    return this.#change(job, async (tx) => {
      const changed = await tx.$executeRaw`
        UPDATE export_jobs SET checkpoint = ${json}::json,
               progress_percent = GREATEST(progress_percent, LEAST(${percent}::float, ${ALMOST}::float)),
               rows_written = GREATEST(rows_written, ${rows}::bigint), bytes_written = GREATEST(bytes_written, ${bytes}::bigint)
        WHERE id = ${job.id}::uuid AND status = 'running'`;
      return changed > 0;
    });
  }

  estimated(job: Held, rows: bigint): Promise<boolean> {
    return this.#update(job, { rowsEstimated: rows });
  }

  /** Publishes the result. From here on it can be downloaded, until it expires. */
  complete(job: Held, result: ExportResult, now: Date): Promise<boolean> {
    const expiresAt = new Date(now.getTime() + RESULT_MS);
    return this.#change(job, async (tx) => {
      await sweepAt(tx, job, expiresAt, now);
      const { rows, bytes, sha256, parts } = result;
      const { count } = await tx.exportJob.updateMany({
        where: { id: job.id, status: 'running' },
        data: {
          status: 'completed',
          progressPercent: 100,
          rowsWritten: rows,
          bytesWritten: bytes,
          result: { rows: String(rows), bytes: String(bytes), sha256, parts },
          completedAt: now,
          resultExpiresAt: expiresAt,
          errorCode: null,
          errorMessage: null,
        },
      });
      return count > 0;
    });
  }

  recordFailure(job: Held, { status, code, message }: AfterFailure, now: Date): Promise<boolean> {
    const error = { errorCode: code, errorMessage: message };
    if (status === 'retrying') return this.#update(job, { status, ...error });
    return this.#change(job, (tx) => this.fail(tx, job, error, now));
  }

  async fail(
    tx: Transaction,
    job: Pick<Held, 'id' | 'projectId'>,
    error: { readonly errorCode: string; readonly errorMessage: string },
    now: Date,
  ): Promise<boolean> {
    await sweepAt(tx, job, now, now);
    const { count } = await tx.exportJob.updateMany({
      where: { id: job.id, status: 'running' },
      data: { status: 'failed', completedAt: now, ...error },
    });
    return count > 0;
  }

  #update(job: Held, data: Prisma.ExportJobUpdateManyMutationInput): Promise<boolean> {
    return this.#change(job, async (tx) => {
      const { count } = await tx.exportJob.updateMany({ where: { id: job.id, status: 'running' }, data });
      return count > 0;
    });
  }

  #change(job: Held, work: (tx: Transaction) => Promise<boolean>): Promise<boolean> {
    return this.relational.client.$transaction(async (tx) => {
      await job.fence(tx);
      return work(tx);
    });
  }
}

/** Schedules a sweep of the export for this time at the latest. */
export async function sweepAt(
  tx: Transaction,
  { id, projectId }: Pick<Held, 'id' | 'projectId'>,
  runAt: Date,
  now: Date,
): Promise<void> {
  const payload = { jobId: id, projectId };
  await enqueue(tx, EXPORT_SWEEPS, { key: id, payload, projectId: null, runAt, now });
}
