import type { ColumnStore } from '@svc/columnar';
import { assembleRuns, type Override, type Run } from '@svc/gen-ai';
import type { ProjectIdentity } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import { selectLastArrivals } from '../arrivals.query.js';
import { toStoredPrices, type StoredRunRow } from '../traces/stored-runs.query.js';
import { MAX_SPANS, rangeOf, type TraceExtent, type TraceReader } from '../traces/trace-reader.js';
import { encodeRuns, type RunBlocks } from './encode-runs.js';
import { isRepriced, type Repricing } from './repricing.js';
import { readPreviews } from './run-previews.js';
import { pricedWith } from './step-prices.js';

/** Traces that a run which the application groups may have. */
export const MAX_TRACES = 50;
/** Traces whose last arrival is earlier have been idle for longer than any rule of the status asks for. */
const IDLE_S = 2 * 3_600;

/** Some traces of a project whose runs are wanted. */
export interface AssemblyRequest {
  readonly project: ProjectIdentity;
  readonly traces: readonly TraceExtent[];
  readonly overrides: readonly Override[];
  readonly repricing: Repricing | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reads the spans of traces and turns them into the rows of their runs. It holds the thread while it does: 150 ms for 20,000 spans. */
export class TraceAssembly {
  constructor(
    private readonly reader: TraceReader,
    private readonly store: ColumnStore,
  ) {}

  async blocks(
    { project, overrides, repricing, now, ...request }: AssemblyRequest,
    signal: AbortSignal,
  ): Promise<RunBlocks> {
    const price = pricedWith(overrides);
    const version = fromMilliseconds(now);
    let { traces } = request;
    for (;;) {
      const read = await this.reader.spans(project, traces, signal);
      const storedSteps = await this.reader.storedSteps(project, traces, signal);
      const context = {
        now: version,
        lastArrivals: await this.#lastArrivals(project, traces, now, signal),
        price,
        storedPrices: toStoredPrices(
          repricing ? storedSteps.filter((step) => !isRepriced(step, repricing, overrides)) : storedSteps,
        ),
        cutTraces: read.cutTraces,
      };
      let runs = assembleRuns(read.spans, context);
      const storedRuns = await this.#storedRuns(project, runs, traces, signal);
      const { more, left } = await this.#missingTraces(project, traces, storedRuns, signal);
      if (more.length > 0) {
        traces = [...traces, ...more];
        continue;
      }
      if (left.size > 0) {
        const cutRuns = storedRuns.map(({ trace_ids_hex: ids }) => ids).filter((ids) => ids.some((id) => left.has(id)));
        runs = assembleRuns(read.spans, { ...context, cutTraces: new Set([...read.cutTraces, ...cutRuns.flat()]) });
      }
      const { retentionDays } = read;
      const previews = await readPreviews(this.store, project, runs, signal);
      const assembled = { runs, previews, retentionDays, storedRuns, storedSteps, version };
      return encodeRuns({ projectNumber: project.number, ...assembled });
    }
  }

  #storedRuns(
    project: ProjectIdentity,
    runs: readonly Run[],
    traces: readonly TraceExtent[],
    signal: AbortSignal,
  ): Promise<StoredRunRow[]> {
    const traceIds = traces.map(({ traceId }) => traceId);
    const runIds = runs.map(({ runId }) => runId);
    return this.reader.storedRuns(project, { traceIds, runIds }, rangeOf(traces), signal);
  }

  /** Traces that stored runs have besides those that were read: those that can be assembled with them, and those that are left out. */
  async #missingTraces(
    project: ProjectIdentity,
    traces: readonly TraceExtent[],
    stored: readonly StoredRunRow[],
    signal: AbortSignal,
  ): Promise<{ readonly more: readonly TraceExtent[]; readonly left: ReadonlySet<string> }> {
    const known = new Set(traces.map(({ traceId }) => traceId));
    const ids = stored.flatMap(({ trace_ids_hex: own }) => own).filter((traceId) => !known.has(traceId));
    const missing = [...new Set(ids)];
    const room = Math.max(0, MAX_TRACES - known.size);
    const [wanted, left] = [missing.slice(0, room), new Set(missing.slice(room))];
    if (wanted.length === 0) return { more: [], left };
    let spans = traces.reduce((sum, trace) => sum + trace.spans, 0);
    const more: TraceExtent[] = [];
    // A trace whose spans have expired has no extent.
    for (const trace of await this.reader.extents(project, wanted, rangeOf(traces), signal)) {
      if ((spans += trace.spans) <= MAX_SPANS * 2) more.push(trace);
      else left.add(trace.traceId);
    }
    return { more, left };
  }

  async #lastArrivals(
    project: ProjectIdentity,
    traces: readonly TraceExtent[],
    now: number,
    signal: AbortSignal,
  ): Promise<Map<string, bigint>> {
    const since = Math.floor(now / 1_000) - IDLE_S;
    const ids = traces.map(({ traceId }) => traceId);
    const rows = await this.store.query(selectLastArrivals(project.number, ids, since, signal));
    const arrived = new Map(rows.map((row) => [row.trace_id, row.arrived]));
    return new Map(ids.map((traceId) => [traceId, fromMilliseconds((arrived.get(traceId) ?? since) * 1_000)]));
  }
}
