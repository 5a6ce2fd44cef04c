import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { readJson, type ExportJob, type Transaction } from '@svc/relational';
import { CLOCK, LOGGER, type Clock } from '@svc/runtime';
import { EndedError, Jobs, LeaseLostError, watchRunning, type Job, type JobContext, type JobHandler } from '@svc/work';
import type { ExportDefinition } from '../definition/index.js';
import { EXPORTS_OPTIONS, type ExportsOptions } from '../exports.options.js';
import { ExportFiles, type ExportResult } from '../files/export-files.js';
import { exportQueue, type ExportPayload } from './export-queues.js';
import { afterFailure } from './job-state.js';
import { reachedLimit } from './limit-reached.js';
import { RunningRepository } from './running.repository.js';
import { StartingRepository } from './starting.repository.js';

/** Runs exports. A worker that takes a job over continues after the last committed part. */
@Injectable()
export class ExportRunner implements JobHandler<ExportPayload> {
  constructor(
    private readonly starting: StartingRepository,
    private readonly running: RunningRepository,
    private readonly files: ExportFiles,
    @Inject(EXPORTS_OPTIONS) private readonly options: ExportsOptions,
    jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    jobs.register(exportQueue(options.limits), this);
  }

  async handle(context: JobContext<ExportPayload>): Promise<Date | void> {
    const now = this.clock();
    const start = await this.starting.start(context.job.payload.jobId, new Date(now), context.fence);
    if (start.outcome === 'wait') return new Date(now + start.ms);
    if (start.outcome === 'ended') return;
    const { job } = start;
    const held = { id: job.id, projectId: job.projectId, fence: context.fence };
    try {
      const result = await this.#write(job, context);
      await this.running.complete(held, result, new Date(this.clock()));
    } catch (error) {
      // A cancellation has already stored the new state, and a worker that took the export over continues it.
      if (error instanceof EndedError) return;
      if (context.signal.aborted || error instanceof LeaseLostError) throw error;
      const after = afterFailure(job, error);
      const failedAt = this.clock();
      this.logger.warn({ err: error, job_id: job.id, status: after.status }, 'export attempt failed');
      const isRecorded = await this.running.recordFailure(held, after, new Date(failedAt));
      if (isRecorded && after.status === 'retrying') return new Date(failedAt + after.pauseMs);
    }
  }

  async onExhausted({ payload, projectId }: Job<ExportPayload>, _: string, tx: Transaction): Promise<void> {
    const error = {
      errorCode: 'internal',
      errorMessage: 'The processes that worked on the export ended again and again.',
    };
    const job = { id: payload.jobId, projectId: projectId ?? '' };
    await this.running.fail(tx, job, error, new Date(this.clock()));
  }

  async #write(job: ExportJob, { fence, signal }: JobContext<ExportPayload>): Promise<ExportResult> {
    const { limits } = this.options;
    const held = { id: job.id, projectId: job.projectId, fence };
    const startedAt = job.startedAt?.getTime() ?? this.clock();
    const seconds = (): number => (this.clock() - startedAt) / 1_000;
    const watch = watchRunning({
      isRunning: () => this.running.isRunning(job.id),
      limit: () => reachedLimit(limits, { rows: 0n, bytes: 0n, seconds: seconds() }),
    });
    const requireRunning = (isRunning: boolean): void => {
      if (!isRunning) throw new EndedError();
    };
    try {
      const definition = readJson<ExportDefinition>(job.definition);
      return await this.files.write(
        { ...job, definition },
        {
          signal: AbortSignal.any([signal, watch.signal]),
          commit: async (checkpoint, written) => {
            const limit = reachedLimit(limits, { ...written, seconds: seconds() });
            if (limit) throw limit;
            requireRunning(await this.running.commit(held, checkpoint, written));
          },
          estimated: async (rows) => requireRunning(await this.running.estimated(held, rows)),
        },
      );
    } catch (error) {
      // The reason of the abort is more useful than the error that the aborted writer threw.
      if (watch.signal.aborted) throw watch.signal.reason;
      throw error;
    } finally {
      watch.stop();
    }
  }
}
