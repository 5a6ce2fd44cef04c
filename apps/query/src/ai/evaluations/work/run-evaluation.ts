import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { JUDGE_AGENT } from '@svc/gen-ai';
import type { ProjectIdentity } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import type { RunEvaluation as Evaluation } from '@svc/relational';
import { CLOCK, COLUMN_STORE, type Clock } from '@svc/runtime';
import { enqueue, Jobs, Queue, WakeUps, type JobContext, type JobHandler } from '@svc/work';
import { LRUCache } from 'lru-cache';
import { JudgeQueue } from '../judge/judge-queue.js';
import { selectChangedRuns, type AssemblyPosition, type ChangedRun } from '../runs/changed-runs.query.js';
import { EvaluationsRepository, type ScheduledRun } from '../runs/evaluations.repository.js';
import { toExpiry } from '../runs/expiry.js';
import { RunReader, type FoundRun } from '../runs/run-reader.js';
import { EvalConfigsRepository } from '../settings/configs.repository.js';
import { evaluates, toSettings, type EvalSettings } from '../settings/eval-settings.js';
import { TelemetryScores } from '../telemetry/telemetry-scores.js';
import { Evaluator } from './evaluator.js';

const RUN_EVALUATION = new Queue<Record<string, never>>({ name: 'agent-run-evaluation', leaseMs: 30_000 });

const INTERVAL_MS = 3_000;
/**
 * The interval of passes while no runs are assembled and none is due, in case an announcement was lost: the statement costs the column
 * store as much as all other work at rest.
 */
const REST_MS = 30_000;
/** One attempt at the job makes passes for this time, so that the job is not written at every pass. */
const ATTEMPT_MS = 60_000;
/** Runs in one statement, and statements in one pass. */
const PAGE = 1_000;
const MAX_PAGES = 20;
/** A run becomes visible at most this time after the beginning of its assembly, in nanoseconds. */
const OVERLAP = 60_000_000_000n;
const MAX_SEEN = 50_000;

export type EvaluationTools = Pick<JobContext<object>, 'signal' | 'fence'>;

/**
 * Evaluates the runs that were assembled, in one process at a time. It adds the scores that their telemetry reports, and schedules those
 * that have ended in projects with metrics, which it evaluates after the delay of the project, once for each state.
 */
@Injectable()
export class RunEvaluation implements JobHandler<Record<string, never>>, OnApplicationBootstrap {
  readonly #seen = new LRUCache<string, string>({ max: MAX_SEEN });
  /** The place where the next pass continues, if the last one did not reach the end. */
  #behind: AssemblyPosition | undefined;
  #reached: bigint | undefined;

  constructor(
    jobs: Jobs,
    private readonly repository: EvaluationsRepository,
    private readonly configs: EvalConfigsRepository,
    private readonly telemetry: TelemetryScores,
    private readonly runs: RunReader,
    private readonly evaluator: Evaluator,
    private readonly judge: JudgeQueue,
    private readonly wakeUps: WakeUps,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(RUN_EVALUATION, this);
  }

  async onApplicationBootstrap(): Promise<void> {
    const job = { key: 'all', payload: {}, projectId: null, now: new Date(this.clock()) };
    await this.repository.transaction((tx) => enqueue(tx, RUN_EVALUATION, job));
  }

  async handle({ signal, fence }: JobContext<Record<string, never>>): Promise<Date> {
    // Another process may have made progress since.
    this.#reached = undefined;
    const endWatching = this.repository.watchDue(INTERVAL_MS, this.clock, () => this.wakeUps.wake());
    try {
      await this.#makePasses({ signal, fence });
    } finally {
      endWatching();
    }
    return new Date(this.clock());
  }

  async #makePasses(tools: EvaluationTools): Promise<void> {
    const { signal } = tools;
    const until = this.clock() + ATTEMPT_MS;
    while (this.clock() < until) {
      signal.throwIfAborted();
      const isMoreDue = await this.pass(tools);
      if (isMoreDue || this.wakeUps.isBusy) await setTimeout(isMoreDue ? 0 : INTERVAL_MS, undefined, { signal });
      else await this.wakeUps.rest(REST_MS, signal);
    }
  }

  /** @returns whether more is due. */
  async pass(tools: EvaluationTools): Promise<boolean> {
    await this.#lookAtChanged(tools);
    const evaluated = await this.#evaluateDue(tools);
    return evaluated > 0 || this.#behind !== undefined;
  }

  async #lookAtChanged({ signal, fence }: EvaluationTools): Promise<void> {
    let reached = this.#reached ?? (await this.repository.progress()) ?? fromMilliseconds(this.clock()) - 2n * OVERLAP;
    let after: AssemblyPosition = this.#behind ?? { version: reached - OVERLAP, runId: '' };
    for (let page = 0; page < MAX_PAGES; page++) {
      signal.throwIfAborted();
      const rows = await this.store.query(selectChangedRuns(after, PAGE, signal));
      const unseen = rows.filter((row) => this.#seen.get(toKey(row)) !== row.assembled);
      const last = rows.at(-1);
      if (last) after = { version: BigInt(last.assembled), runId: last.run_id };
      if (after.version > reached) reached = after.version;
      if (unseen.length > 0) await this.repository.schedule(await this.#record(unseen, signal), reached, fence);
      for (const row of unseen) this.#seen.set(toKey(row), row.assembled);
      this.#reached = reached;
      this.#behind = rows.length < PAGE ? undefined : after;
      if (!this.#behind) return;
    }
  }

  /** Adds the scores that the telemetry of runs reports. @returns those to evaluate. */
  async #record(rows: readonly ChangedRun[], signal: AbortSignal): Promise<ScheduledRun[]> {
    const byProject = Map.groupBy(
      rows.filter(({ agent_name: agent }) => agent !== JUDGE_AGENT),
      ({ project_number: number }) => number,
    );
    const projects = await this.repository.projects([...byProject.keys()]);
    const configs = await this.configs.findAll([...projects.values()].map(({ id }) => id));
    const scheduled: ScheduledRun[] = [];
    for (const [number, own] of byProject) {
      const project = projects.get(number);
      if (!project) continue;
      await this.telemetry.record(project, own, signal);
      const settings = toSettings(configs.get(project.id));
      const ended = own.filter((row) => row.is_deleted === 0 && row.status !== 'running');
      const evaluated = ended.filter((row) => evaluates(settings, row.environment));
      scheduled.push(...evaluated.map((row) => this.#toScheduled(row, project, settings.delaySeconds)));
    }
    return scheduled;
  }

  #toScheduled(row: ChangedRun, project: ProjectIdentity, delaySeconds: number): ScheduledRun {
    return {
      projectId: project.id,
      runId: row.run_id,
      version: BigInt(row.assembled),
      startNs: BigInt(row.start),
      expiresAt: toExpiry(row.start, project),
      dueAt: new Date(this.clock() + delaySeconds * 1_000),
    };
  }

  async #evaluateDue({ signal, fence }: EvaluationTools): Promise<number> {
    const due = await this.repository.due(new Date(this.clock()));
    const byProject = Map.groupBy(due, ({ projectId }) => projectId);
    const projects = await this.repository.projectsById([...byProject.keys()]);
    const configs = await this.configs.findAll([...byProject.keys()]);
    for (const [projectId, own] of byProject) {
      const project = projects.get(projectId);
      const settings = toSettings(configs.get(projectId));
      const starts = own.map(({ startNs }) => startNs);
      const ids = own.map(({ runId }) => runId);
      const found = project ? await this.runs.runs(project, ids, starts, signal) : new Map<string, never>();
      for (const evaluation of own) {
        signal.throwIfAborted();
        await this.#evaluate(evaluation, { project, settings, run: found.get(evaluation.runId) }, { signal, fence });
      }
    }
    return due.length;
  }

  async #evaluate(
    evaluation: Evaluation,
    { project, settings, run }: EvaluatedOne,
    { signal, fence }: EvaluationTools,
  ): Promise<void> {
    const isDue = run && run.row.status !== 'running' && evaluates(settings, run.row.environment);
    const isNew = isDue && run.state !== evaluation.state;
    if (project && isNew) await this.evaluator.evaluate(project, run.row, settings, signal);
    await this.repository.transaction(async (tx) => {
      await fence(tx);
      if (project && isNew) await this.judge.enqueue(tx, project, run, settings);
      await this.repository.finish(evaluation, run?.state ?? evaluation.state, tx);
    });
  }
}

interface EvaluatedOne {
  readonly project: ProjectIdentity | undefined;
  readonly settings: EvalSettings;
  readonly run: FoundRun | undefined;
}

const toKey = (row: ChangedRun): string => `${row.project_number} ${row.run_id}`;
