import type { ColumnStore } from '@svc/columnar';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { LRUCache } from 'lru-cache';
import { selectArrivals, selectArrivalsAfter, type Arrival, type Position } from './arrivals.query.js';
import type { AssemblyTools } from './assembly-tools.js';
import type { AssemblyRepository } from './assembly.repository.js';
import type { RecentArrivals } from './recent-arrivals.js';

/** Rows of one project in one statement; with more, the project is behind and continues by itself. */
const MAX_ROWS = 500;
/** The time within which arrivals become visible, which the lane without a delay reads again. */
const OVERLAP_S = 15;
/** Seconds of arrivals that a lane with a delay reads in one statement: each costs the column store as much as other work at rest. */
const DELAYED_S = 15;
/** Seconds before the first start of a deployment of which arrivals are read. */
const FIRST_S = 120;
const MAX_SEEN = 50_000;

/** Seconds that a process reads again after a start, in which the one before may have postponed traces. */
export const REREAD_S = 20;

/** Represents all projects in the table of positions. */
const ALL = 0;

export interface LaneOptions {
  /** Seconds after the arrival of a span at which its trace is assembled. */
  readonly delay: number;
  /** Shared by the lanes: the one without a delay adds to it. */
  readonly arrivals: RecentArrivals;
  /** Whether something may have arrived that became visible too late for the lane without a delay. */
  readonly mayHaveMissed: () => boolean;
  readonly assemble: (
    project: ProjectIdentity,
    traceIds: readonly string[],
    around: TimeRange,
    tools: AssemblyTools,
  ) => Promise<void>;
}

/** Reads the arrivals at one delay, all of them once, and has their traces assembled, project by project. */
export class Lane {
  readonly #seen = new LRUCache<string, string>({ max: MAX_SEEN });
  readonly #behind = new Map<number, Position>();
  #read: number | undefined;

  constructor(
    private readonly options: LaneOptions,
    private readonly store: ColumnStore,
    private readonly repository: AssemblyRepository,
  ) {}

  get delay(): number {
    return this.options.delay;
  }

  get isBehind(): boolean {
    return this.#behind.size > 0;
  }

  /** The second from which on arrivals were not read yet. */
  next(nowS: number): number {
    const { delay } = this.options;
    return this.#read ?? nowS + (delay === 0 ? 1 : -delay) - FIRST_S;
  }

  /** The second at which a pass has something to do; undefined while nothing is known to have arrived. */
  nextDue(nowS: number): number | undefined {
    const next = this.next(nowS);
    const first = this.options.arrivals.first(next);
    return first === undefined ? undefined : Math.max(next + DELAYED_S, first + 1) + this.options.delay;
  }

  /** Continues where the stored positions are. */
  resume(positions: readonly (Position & { readonly projectNumber: number })[]): void {
    this.#behind.clear();
    this.#read = undefined;
    for (const { projectNumber, ...position } of positions) {
      if (projectNumber === ALL) this.#read = position.arrived;
      else this.#behind.set(projectNumber, position);
    }
  }

  /**
   * Assembles what arrived since the last pass. Times in which nothing arrived are passed over without a statement, unless the lane without
   * a delay may have missed something.
   *
   * @param nowS seconds since 1970.
   * @returns the number of traces that were assembled.
   */
  async pass(nowS: number, tools: AssemblyTools): Promise<number> {
    const { delay } = this.options;
    const until = delay === 0 ? nowS + 1 : nowS - delay;
    const read = this.next(nowS);
    // The clock of the process before may have been ahead.
    const since = delay === 0 ? Math.min(read, until - OVERLAP_S) : read;
    if (delay > 0) {
      const first = this.options.arrivals.first(since);
      const isEmpty = (first === undefined || first >= until) && !this.options.mayHaveMissed();
      if (isEmpty && until > since) this.#read = until;
      if (isEmpty || until - since < DELAYED_S) return this.#continue(until, tools);
    }
    const rows = await this.store.query(selectArrivals({ since, until }, MAX_ROWS, tools.signal));
    const byProject = Map.groupBy(rows, ({ project_number: number }) => number);
    const projects = await this.repository.projects([...byProject.keys()]);
    let assembled = 0;
    for (const [number, own] of byProject) {
      const project = projects.get(number);
      if (!project || this.#behind.has(number)) continue;
      assembled += await this.#assemble(project, own, tools);
      const last = own.at(-1);
      if (own.length >= MAX_ROWS && last) await this.#setBehind(number, toPosition(last), tools);
    }
    if (delay === 0) this.options.arrivals.add(rows.map(({ arrived }) => arrived));
    assembled += await this.#continue(until, tools);
    this.#read = delay === 0 ? until - OVERLAP_S : until;
    if (delay === 0) this.options.arrivals.isComplete = !this.isBehind;
    return assembled;
  }

  /** Stores the position of all projects. */
  async save({ fence }: AssemblyTools): Promise<void> {
    if (this.#read === undefined) return;
    await this.#store(ALL, { arrived: this.#read - REREAD_S, traceId: '' }, fence);
  }

  /** Each project that is behind by one step. */
  async #continue(until: number, tools: AssemblyTools): Promise<number> {
    if (this.#behind.size === 0) return 0;
    const projects = await this.repository.projects([...this.#behind.keys()]);
    let assembled = 0;
    for (const [number, position] of this.#behind) {
      tools.signal.throwIfAborted();
      const project = projects.get(number);
      const statement = selectArrivalsAfter(number, position, until, MAX_ROWS, tools.signal);
      const rows = project ? await this.store.query(statement) : [];
      if (this.delay === 0) this.options.arrivals.add(rows.map(({ arrived }) => arrived));
      if (project) assembled += await this.#assemble(project, rows, tools);
      const last = rows.at(-1);
      if (rows.length >= MAX_ROWS && last) {
        await this.#setBehind(number, toPosition(last), tools);
      } else {
        this.#behind.delete(number);
        await this.repository.caughtUp(number, this.options.delay);
      }
    }
    return assembled;
  }

  async #assemble(project: ProjectIdentity, rows: readonly Arrival[], tools: AssemblyTools): Promise<number> {
    const unseen = rows.filter((row) => this.#seen.get(toKey(row)) !== row.spans);
    if (unseen.length === 0) return 0;
    const traceIds = [...new Set(unseen.map((row) => row.trace_id))];
    await this.options.assemble(project, traceIds, extentOf(unseen), tools);
    for (const row of unseen) this.#seen.set(toKey(row), row.spans);
    return traceIds.length;
  }

  async #setBehind(projectNumber: number, position: Position, { fence }: AssemblyTools): Promise<void> {
    await this.#store(projectNumber, position, fence);
    this.#behind.set(projectNumber, position);
  }

  #store(projectNumber: number, { arrived, traceId }: Position, fence: AssemblyTools['fence']): Promise<void> {
    const { delay } = this.options;
    return this.repository.transaction(async (tx) => {
      await fence(tx);
      await this.repository.saveProgress({ projectNumber, delay, watermark: new Date(arrived * 1_000), traceId }, tx);
    });
  }
}

const toKey = (row: Arrival): string => `${row.project_number} ${row.trace_id} ${row.arrived}`;
const toPosition = (row: Arrival): Position => ({ arrived: row.arrived, traceId: row.trace_id });

function extentOf(rows: readonly Arrival[]): TimeRange {
  let [from, to] = [BigInt(rows[0]?.first ?? 0), BigInt(rows[0]?.last ?? 0)];
  for (const { first, last } of rows) {
    if (BigInt(first) < from) from = BigInt(first);
    if (BigInt(last) > to) to = BigInt(last);
  }
  return { from, to: to + 1n };
}
