import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, Optional, type OnApplicationBootstrap } from '@nestjs/common';
import type { Metrics } from '@svc/observability';
import { CLOCK, METRICS, type Clock } from '@svc/runtime';
import { enqueue, Jobs, Queue, WakeUps, type JobContext, type JobHandler } from '@svc/work';
import type { Position } from './arrivals/arrivals.query.js';
import { DueIssues } from './checks/due-issues.js';
import { EscalationChecks } from './checks/escalation-checks.js';
import { SnoozeChecks } from './checks/snooze-checks.js';
import { IntakePass, type TouchedIssues } from './intake-pass.js';
import { IntakeRepository } from './intake.repository.js';
import type { IntakeTools } from './project-intake.js';

const ERROR_INTAKE = new Queue<Record<string, never>>({ name: 'error-intake', leaseMs: 30_000 });

const INTERVAL_MS = 1_000;
/**
 * The interval of passes without a wake-up, in case an announcement was lost: the statement costs the column store as
 * much as all other work at rest.
 */
const REST_MS = 30_000;
/** One attempt at the job makes passes for this time, so that the job is not written every second. */
const ATTEMPT_MS = 60_000;
/**
 * The time within which arrivals become visible. Every pass reads the last seconds again, and one pass every 20 seconds
 * reads all of it.
 */
const OVERLAP_S = 120;
const SHORT_OVERLAP_S = 10;
const LONG_EVERY_S = 20;
/** Represents all projects in the table of positions. */
const ALL = 0;

/** Finds the issues of the errors that arrived: once a second, and when errors are announced after a rest; in one process at a time. */
@Injectable()
export class Intake implements JobHandler<Record<string, never>>, OnApplicationBootstrap {
  #waiting = 0;
  #isAnyDue = true;

  constructor(
    jobs: Jobs,
    private readonly repository: IntakeRepository,
    private readonly pass: IntakePass,
    private readonly due: DueIssues,
    private readonly wakeUps: WakeUps,
    private readonly snoozes: SnoozeChecks,
    private readonly escalations: EscalationChecks,
    @Inject(CLOCK) private readonly clock: Clock,
    @Optional() @Inject(METRICS) metrics?: Metrics,
  ) {
    jobs.register(ERROR_INTAKE, this);
    metrics?.gauge(
      'svc_error_intake_lag_seconds',
      'Seconds since which errors may have arrived whose issues no process has found yet',
      [],
      async (gauge) => gauge.set(await this.#lag()),
    );
    metrics?.gauge(
      'svc_error_intake_waiting_variants',
      'Different errors whose issues this process has yet to find',
      [],
      (gauge) => Promise.resolve(gauge.set(this.#waiting)),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    const job = { key: 'all', payload: {}, projectId: null, now: new Date(this.clock()) };
    await this.repository.transaction((tx) => enqueue(tx, ERROR_INTAKE, job));
  }

  async handle({ signal, fence }: JobContext<Record<string, never>>): Promise<Date> {
    const endWatching = this.repository.watchDue(INTERVAL_MS, this.clock, () => {
      this.#isAnyDue = true;
      this.wakeUps.wake();
    });
    try {
      await this.#makePasses({ signal, fence });
    } finally {
      endWatching();
    }
    return new Date(this.clock());
  }

  async #makePasses(tools: IntakeTools): Promise<void> {
    const { signal } = tools;
    const behind = await this.#resume();
    let read = behind.get(ALL)?.arrived ?? this.#seconds() - OVERLAP_S;
    behind.delete(ALL);
    const until = this.clock() + ATTEMPT_MS;
    let longAt = -Infinity;
    while (this.clock() < until) {
      signal.throwIfAborted();
      const startedAt = this.#seconds();
      const isLong = startedAt - longAt >= LONG_EVERY_S;
      await this.#takeAll(longAt === -Infinity ? read : read - (isLong ? OVERLAP_S : SHORT_OVERLAP_S), behind, tools);
      read = startedAt;
      if (isLong) {
        longAt = startedAt;
        await this.#save(ALL, { arrived: read - OVERLAP_S, variant: '' }, tools);
      }
      await this.#continue(behind, tools);
      await this.#applyDue(tools);
      await this.escalations.apply(tools);
      if (behind.size > 0 || this.wakeUps.isBusy) await setTimeout(INTERVAL_MS, undefined, { signal });
      else await this.wakeUps.rest(REST_MS, signal);
    }
  }

  async #applyDue(tools: IntakeTools): Promise<void> {
    if (!this.#isAnyDue) return;
    this.#isAnyDue = false;
    await this.due.apply(tools);
  }

  /** Positions by project; stored ones are those that an earlier attempt did not finish. */
  async #resume(): Promise<Map<number, Position>> {
    const stored = await this.repository.progress();
    return new Map(
      stored.map(({ projectNumber, watermark, variant }) => [
        projectNumber,
        { arrived: Math.floor(watermark.getTime() / 1_000), variant },
      ]),
    );
  }

  async #takeAll(since: number, behind: Map<number, Position>, tools: IntakeTools): Promise<void> {
    const result = await this.pass.takeAll(since, new Set(behind.keys()), tools);
    this.#waiting = result.waiting;
    if (result.touched.length > 0) this.wakeUps.arrived();
    for (const projectNumber of result.behind) {
      const position = { arrived: since, variant: '' };
      await this.#save(projectNumber, position, tools);
      behind.set(projectNumber, position);
    }
    await this.#check(result.touched, tools);
  }

  /** Advances each lagging project by one step. */
  async #continue(behind: Map<number, Position>, tools: IntakeTools): Promise<void> {
    for (const [projectNumber, position] of behind) {
      tools.signal.throwIfAborted();
      const { next, touched } = await this.pass.continueProject(projectNumber, position, tools);
      await this.#check(touched, tools);
      if (!next || next.arrived > this.#seconds() - SHORT_OVERLAP_S) {
        await this.repository.caughtUp(projectNumber);
        behind.delete(projectNumber);
      } else {
        await this.#save(projectNumber, next, tools);
        behind.set(projectNumber, next);
      }
    }
  }

  async #check(touched: readonly TouchedIssues[], tools: IntakeTools): Promise<void> {
    for (const { project, issues } of touched) await this.snoozes.apply(project, issues, tools);
  }

  #save(projectNumber: number, { arrived, variant }: Position, { fence }: IntakeTools): Promise<void> {
    return this.repository.transaction(async (tx) => {
      await fence(tx);
      await this.repository.saveProgress({ projectNumber, watermark: new Date(arrived * 1_000), variant }, tx);
    });
  }

  /** The lag according to the stored positions, so that it also grows when no process takes anything in. */
  async #lag(): Promise<number> {
    const positions = await this.#resume();
    const reached = [...positions].map(([project, { arrived }]) => arrived + (project === ALL ? OVERLAP_S : 0));
    return Math.max(0, this.#seconds() - Math.min(this.#seconds(), ...reached));
  }

  #seconds(): number {
    return Math.floor(this.clock() / 1_000);
  }
}
