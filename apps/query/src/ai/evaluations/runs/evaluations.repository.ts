import { Inject, Injectable } from '@nestjs/common';
import { findProjects, findProjectsByNumber } from '@svc/directory';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { Relational, RunEvaluation, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { DueWatch } from '@svc/work';

export type Fence = (tx: Transaction) => Promise<void>;

/** A run whose evaluation is due after a delay. */
export type ScheduledRun = Pick<RunEvaluation, 'projectId' | 'runId' | 'version' | 'startNs' | 'expiresAt'> & {
  readonly dueAt: Date;
};

/** The one row of the progress. */
const ALL = 1;
/** Evaluations of one project in one turn, and of all. */
const SHARE = 20;
const MAX_DUE = 100;

/** The statements of evaluations on Postgres. */
@Injectable()
export class EvaluationsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  projects(numbers: readonly number[]): Promise<Map<number, ProjectIdentity>> {
    return findProjectsByNumber(this.relational.client, numbers);
  }

  projectsById(ids: readonly string[]): Promise<ReadonlyMap<string, ProjectIdentity>> {
    return findProjects(this.relational.client, ids);
  }

  /** The time of assembly up to which all runs were looked at; undefined before the first ones. */
  async progress(): Promise<bigint | undefined> {
    return (await this.relational.client.evalProgress.findUnique({ where: { id: ALL } }))?.version;
  }

  /** Schedules the evaluation of runs that changed, and stores the progress. An earlier state of a run is left unchanged. */
  schedule(runs: readonly ScheduledRun[], progress: bigint, fence: Fence): Promise<void> {
    return this.transaction(async (tx) => {
      await fence(tx);
      for (const { projectId, runId, version, startNs, expiresAt, dueAt } of runs) {
        await tx.$executeRaw`
          INSERT INTO run_evaluations (project_id, run_id, version, start_ns, state, due_at, expires_at)
          VALUES (${projectId}::uuid, ${runId}, ${version}, ${startNs}, '', ${dueAt}, ${expiresAt})
          ON CONFLICT (project_id, run_id) DO UPDATE
          SET version = EXCLUDED.version, start_ns = EXCLUDED.start_ns, due_at = EXCLUDED.due_at, expires_at = EXCLUDED.expires_at
          WHERE run_evaluations.version < EXCLUDED.version`;
      }
      await tx.evalProgress.upsert({
        where: { id: ALL },
        create: { id: ALL, version: progress },
        update: { version: progress },
      });
    });
  }

  /** Evaluations that are due, a few of each project, the ones that have waited longest first. */
  async due(now: Date): Promise<RunEvaluation[]> {
    const keys = await this.relational.client.$queryRaw<{ project_id: string; run_id: string }[]>`
      SELECT project_id, run_id FROM (
        SELECT project_id, run_id, due_at, row_number() OVER (PARTITION BY project_id ORDER BY due_at, run_id) AS turn
        FROM run_evaluations WHERE due_at <= ${now}) AS waiting
      WHERE turn <= ${SHARE} ORDER BY turn, due_at LIMIT ${MAX_DUE}`;
    const OR = keys.map((key) => ({ projectId: key.project_id, runId: key.run_id }));
    return OR.length === 0 ? [] : this.relational.client.runEvaluation.findMany({ where: { OR } });
  }

  /**
   * Checks at this interval whether `due` would find any, and calls back if so.
   * @returns a function that stops the checks.
   */
  watchDue(everyMs: number, clock: () => number, wake: () => void): () => void {
    return DueWatch.of(this.relational).add({
      everyMs,
      select: (bind) => `
        (SELECT 'evaluations' FROM run_evaluations WHERE due_at <= ${bind(new Date(clock()))} ORDER BY due_at LIMIT 1)`,
      wake,
    });
  }

  /** Records that a run was evaluated, unless it has changed in the meantime. */
  async finish({ projectId, runId, version }: RunEvaluation, state: string, tx: Transaction): Promise<void> {
    await tx.runEvaluation.updateMany({ where: { projectId, runId, version }, data: { state, dueAt: null } });
  }
}
