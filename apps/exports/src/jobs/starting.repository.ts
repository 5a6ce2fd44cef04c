import { Inject, Injectable } from '@nestjs/common';
import type { ExportJob, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { isJobLeased, selectWaitingProjects } from '@svc/work';
import { EXPORTS_OPTIONS, type ExportsOptions } from '../exports.options.js';
import { EXPORT_QUEUE, EXPORT_SWEEPS } from './export-queues.js';
import { isActive, nextAttempt } from './job-state.js';

type Fence = (tx: Transaction) => Promise<void>;

export type Start =
  | { readonly outcome: 'started'; readonly job: ExportJob }
  /** The job has to wait for others. */
  | { readonly outcome: 'wait'; readonly ms: number }
  /** Nothing is left to do. */
  | { readonly outcome: 'ended' };

/** Time until a job that has to wait tries to start again. */
const WAIT_MS = 5_000;
const GIVE_WAY_MS = 2_000;

/** Decides whether a claimed job may run now, and starts it. */
@Injectable()
export class StartingRepository {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(EXPORTS_OPTIONS) private readonly options: ExportsOptions,
  ) {}

  async start(id: string, now: Date, fence: Fence): Promise<Start> {
    return this.relational.client.$transaction(async (tx): Promise<Start> => {
      await fence(tx);
      const found = await tx.exportJob.findUnique({ where: { id } });
      if (!found || !isActive(found.status)) return { outcome: 'ended' };
      await lockProject(tx, found.projectId);
      if (found.status !== 'running') {
        const ms = await this.#mustWait(tx, found, now);
        if (ms !== undefined) return { outcome: 'wait', ms };
      }
      const started = await tx.exportJob.updateManyAndReturn({
        // The status that was read: a cancellation since then wins.
        where: { id, status: found.status },
        data: {
          status: 'running',
          attemptCount: nextAttempt(found.status, found),
          startedAt: found.startedAt ?? now,
          errorCode: null,
          errorMessage: null,
        },
      });
      return started[0] ? { outcome: 'started', job: started[0] } : { outcome: 'ended' };
    });
  }

  /** A project's limit, the files of an earlier attempt that are being deleted, and other projects that have fewer exports running. */
  async #mustWait(tx: Transaction, job: ExportJob, now: Date): Promise<number | undefined> {
    const { id, projectId } = job;
    if (await isJobLeased(tx, { queue: EXPORT_SWEEPS, key: id }, now)) return GIVE_WAY_MS;
    const running = await tx.exportJob.count({ where: { projectId, status: 'running' } });
    const { runningPerProject } = this.options.limits;
    if (runningPerProject > 0 && running >= runningPerProject) return WAIT_MS;
    if (running > 0 && (await isAheadOfOthers(tx, projectId, running, now))) return GIVE_WAY_MS;
    return undefined;
  }
}

/** Whether a project that runs fewer exports has one that waits for a worker. */
async function isAheadOfOthers(tx: Transaction, projectId: string, running: number, now: Date): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ readonly waits: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM (${selectWaitingProjects(EXPORT_QUEUE, now)}) AS waiting
      WHERE waiting.project_id <> ${projectId}::uuid
        AND (SELECT count(*) FROM export_jobs e WHERE e.project_id = waiting.project_id AND e.status = 'running') < ${running}
    ) AS waits`;
  return row?.waits === true;
}

/** Until the end of the transaction, nobody else counts the exports of the project in order to add one. */
export async function lockProject(tx: Transaction, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`exports/${projectId}`}, 0))`;
}
