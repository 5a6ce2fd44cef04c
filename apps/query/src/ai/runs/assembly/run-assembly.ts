import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, Optional, type OnApplicationBootstrap } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { Metrics } from '@svc/observability';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { CLOCK, COLUMN_STORE, METRICS, type Clock } from '@svc/runtime';
import { enqueue, Jobs, Queue, WakeUps, type JobContext, type JobHandler } from '@svc/work';
import { selectArrivalSeconds } from './arrivals.query.js';
import type { AssemblyTools } from './assembly-tools.js';
import { AssemblyRepository } from './assembly.repository.js';
import { Lane, REREAD_S, type LaneOptions } from './lane.js';
import { PostponedTraces } from './postponed-traces.js';
import { ProjectAssembly } from './project-assembly.js';
import { RecentArrivals } from './recent-arrivals.js';

const RUN_ASSEMBLY = new Queue<Record<string, never>>({ name: 'agent-run-assembly', leaseMs: 30_000 });

const INTERVAL_MS = 1_000;
/**
 * The longest interval of passes while no spans of AI work are announced, in case an announcement was lost: a pass costs the column store
 * as much as other work at rest.
 */
const REST_MS = 30_000;
/** One attempt at the job makes passes for this time, so that the job is not written every second. */
const ATTEMPT_MS = 60_000;
const SAVE_EVERY_S = 20;
/**
 * The delays after an arrival at which its trace is assembled: at once, after 30 seconds for spans without AI work that came later, and
 * when the rules of the status end that wait for a missing root.
 */
const DELAYS = [0, 30, 15 * 60 + 1, 60 * 60 + 1] as const;
/** The least delay at which only traces whose runs may still change are assembled. */
const UNSETTLED_FROM = 15 * 60;

/** Assembles the runs of agents whose spans arrived: once a second, and when spans are announced after a rest; in one process at a time. */
@Injectable()
export class RunAssembly implements JobHandler<Record<string, never>>, OnApplicationBootstrap {
  readonly #lanes: readonly Lane[];
  readonly #arrivals = new RecentArrivals();
  readonly #postponed: PostponedTraces;

  constructor(
    jobs: Jobs,
    private readonly repository: AssemblyRepository,
    private readonly assembly: ProjectAssembly,
    private readonly wakeUps: WakeUps,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Optional() @Inject(METRICS) metrics?: Metrics,
  ) {
    this.#postponed = new PostponedTraces(clock);
    this.#lanes = DELAYS.map((delay) => {
      const assemble: LaneOptions['assemble'] = (...traces) =>
        delay < UNSETTLED_FROM ? this.#assembleUnlessPostponed(...traces) : this.#assembleUnsettled(...traces);
      const mayHaveMissed = (): boolean => delay < UNSETTLED_FROM && wakeUps.isBusy;
      return new Lane({ delay, arrivals: this.#arrivals, mayHaveMissed, assemble }, store, repository);
    });
    jobs.register(RUN_ASSEMBLY, this);
    metrics?.gauge(
      'svc_agent_run_assembly_lag_seconds',
      'Seconds since which spans may have arrived whose agent runs no process has assembled yet',
      [],
      async (gauge) => gauge.set(await this.#lag()),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    const job = { key: 'all', payload: {}, projectId: null, now: new Date(this.clock()) };
    await this.repository.transaction((tx) => enqueue(tx, RUN_ASSEMBLY, job));
  }

  async handle({ signal, fence }: JobContext<Record<string, never>>): Promise<Date> {
    await this.resume({ signal });
    const until = this.clock() + ATTEMPT_MS;
    let savedAt = 0;
    while (this.clock() < until) {
      signal.throwIfAborted();
      if ((await this.pass({ signal, fence })) > 0) this.wakeUps.arrived();
      if (this.#seconds() - savedAt >= SAVE_EVERY_S) {
        savedAt = this.#seconds();
        await this.save({ signal, fence });
      }
      const isBusy = this.wakeUps.isBusy || this.#lanes.some(({ isBehind }) => isBehind);
      if (isBusy) await setTimeout(INTERVAL_MS, undefined, { signal });
      else await this.wakeUps.rest(this.#restMs(), signal);
    }
    await this.save({ signal, fence });
    return new Date(this.clock());
  }

  /** Milliseconds until a lane with a delay has something to do, or the longest rest. */
  #restMs(): number {
    const due = this.#lanes.flatMap((lane) => (lane.delay === 0 ? [] : (lane.nextDue(this.#seconds()) ?? [])));
    return Math.max(INTERVAL_MS, Math.min(REST_MS, Math.min(...due) * 1_000 - this.clock()));
  }

  /** Continues where an earlier attempt stored its positions. */
  async resume({ signal }: Pick<AssemblyTools, 'signal'>): Promise<void> {
    const stored = await this.repository.progress();
    for (const lane of this.#lanes) {
      const own = stored.filter(({ delay }) => delay === lane.delay);
      lane.resume(
        own.map(({ projectNumber, watermark, traceId }) => ({
          projectNumber,
          arrived: Math.floor(watermark.getTime() / 1_000),
          traceId,
        })),
      );
    }
    const since = this.#unread();
    this.#arrivals.forgetBefore(since);
    const seconds = await this.store.query(selectArrivalSeconds(since, signal));
    this.#arrivals.add(seconds.map(({ arrived }) => arrived));
  }

  /** @returns the number of traces that were assembled. */
  async pass(tools: AssemblyTools): Promise<number> {
    let assembled = 0;
    for (const lane of this.#lanes) assembled += await lane.pass(this.#seconds(), tools);
    for (const { project, traceIds, around } of this.#postponed.takeDue()) {
      await this.#assembleNow(project, traceIds, around, tools);
    }
    this.#arrivals.forgetBefore(this.#unread());
    return assembled;
  }

  /** The first second whose arrivals a lane has yet to read. */
  #unread(): number {
    return Math.min(...this.#lanes.map((lane) => lane.next(this.#seconds())));
  }

  async save(tools: AssemblyTools): Promise<void> {
    for (const lane of this.#lanes) await lane.save(tools);
  }

  async #assembleUnlessPostponed(
    project: ProjectIdentity,
    traceIds: readonly string[],
    around: TimeRange,
    tools: AssemblyTools,
  ): Promise<void> {
    const now = this.#postponed.withoutPostponed(project, traceIds, around);
    if (now.length > 0) await this.#assembleNow(project, now, around, tools);
  }

  async #assembleUnsettled(
    project: ProjectIdentity,
    traceIds: readonly string[],
    around: TimeRange,
    tools: AssemblyTools,
  ): Promise<void> {
    const unsettled = await this.assembly.unsettled(project, traceIds, around, tools.signal);
    if (unsettled.length > 0) await this.#assembleNow(project, unsettled, around, tools);
  }

  async #assembleNow(
    project: ProjectIdentity,
    traceIds: readonly string[],
    around: TimeRange,
    tools: AssemblyTools,
  ): Promise<void> {
    this.#postponed.assembled(project, await this.assembly.assemble(project, traceIds, around, tools));
  }

  /** The lag according to the stored positions, so that it also grows when no process assembles anything. */
  async #lag(): Promise<number> {
    const positions = (await this.repository.progress()).filter(({ delay }) => delay === 0);
    const reached = positions.map(
      ({ watermark }) => watermark.getTime() / 1_000 + REREAD_S + SAVE_EVERY_S + REST_MS / 1_000,
    );
    return Math.max(0, this.#seconds() - Math.min(this.#seconds(), ...reached));
  }

  #seconds(): number {
    return Math.floor(this.clock() / 1_000);
  }
}
