import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { assembleRuns, type Run } from '@svc/gen-ai';
import type { ProjectIdentity } from '@svc/reading/statement';
import { fromMilliseconds, type TimeRange } from '@svc/reading/time';
import { CLOCK, COLUMN_STORE, type Clock } from '@svc/runtime';
import { PriceOverrides } from '../../prices/index.js';
import { selectLastArrivals } from './arrivals.query.js';
import type { AssemblyTools } from './assembly-tools.js';
import { RunWriter } from './run-writer.js';
import { pricedWith } from './step-prices.js';
import { toStoredPrices, type StoredRunRow } from './traces/stored-runs.query.js';
import { MAX_SPANS, rangeOf, TraceReader, type TraceExtent } from './traces/trace-reader.js';

/** Traces that a run which the application groups may have. */
const MAX_TRACES = 50;
/** Spans of the traces that are assembled together, unless one trace has more: few, because an assembly holds the event loop. */
const MAX_BATCH_SPANS = 1_000;
/** Traces whose last arrival is earlier have been idle for longer than any rule of the status asks for. */
const IDLE_S = 2 * 3_600;

/** Assembles the runs of traces of one project from all their spans, and replaces what is stored of them. Repeating it changes nothing. */
@Injectable()
export class ProjectAssembly {
  constructor(
    private readonly reader: TraceReader,
    private readonly writer: RunWriter,
    private readonly prices: PriceOverrides,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param around the time of some spans of the traces.
   * @returns the number of spans of each trace.
   * @throws LeaseLostError
   */
  async assemble(
    project: ProjectIdentity,
    traceIds: readonly string[],
    around: TimeRange,
    tools: AssemblyTools,
  ): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    const extents = await this.reader.extents(project, traceIds, around, tools.signal);
    for (const batch of toBatches(extents)) {
      tools.signal.throwIfAborted();
      await this.#assemble(project, batch, tools);
      for (const { traceId, spans } of batch) sizes.set(traceId, spans);
    }
    return sizes;
  }

  /** Traces of which a stored run may change without a new span. */
  async unsettled(
    project: ProjectIdentity,
    traceIds: readonly string[],
    around: TimeRange,
    signal: AbortSignal,
  ): Promise<string[]> {
    const runs = await this.reader.storedRuns(project, { traceIds, runIds: [] }, around, signal);
    const open = new Set(runs.filter((run) => run.is_settled === 0).flatMap(({ trace_ids_hex: ids }) => ids));
    const known = new Set(runs.flatMap(({ trace_ids_hex: ids }) => ids));
    return traceIds.filter((traceId) => open.has(traceId) || !known.has(traceId));
  }

  async #assemble(project: ProjectIdentity, first: readonly TraceExtent[], tools: AssemblyTools): Promise<void> {
    const { signal } = tools;
    const price = pricedWith(await this.prices.overridesOf(project.id));
    let traces = first;
    for (;;) {
      const version = fromMilliseconds(this.clock());
      const read = await this.reader.spans(project, traces, signal);
      const steps = await this.reader.storedSteps(project, traces, signal);
      const context = {
        now: version,
        lastArrivals: await this.#lastArrivals(project, traces, signal),
        price,
        storedPrices: toStoredPrices(steps),
        cutTraces: read.cutTraces,
      };
      const runs = assembleRuns(read.spans, context);
      const stored = await this.#storedRuns(project, runs, traces, signal);
      const more = await this.#missingTraces(project, traces, stored, signal);
      if (more.length > 0) {
        traces = [...traces, ...more];
        continue;
      }
      await this.writer.write(project, { ...read, runs, storedRuns: stored, storedSteps: steps, version }, tools);
      return;
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

  /** Traces that stored runs have besides those that were read, as far as all of them can be assembled together. */
  async #missingTraces(
    project: ProjectIdentity,
    traces: readonly TraceExtent[],
    stored: readonly StoredRunRow[],
    signal: AbortSignal,
  ): Promise<TraceExtent[]> {
    const known = new Set(traces.map(({ traceId }) => traceId));
    const ids = stored.flatMap(({ trace_ids_hex: own }) => own).filter((traceId) => !known.has(traceId));
    const missing = [...new Set(ids)].slice(0, Math.max(0, MAX_TRACES - known.size));
    if (missing.length === 0) return [];
    let spans = traces.reduce((sum, trace) => sum + trace.spans, 0);
    const extents = await this.reader.extents(project, missing, rangeOf(traces), signal);
    return extents.filter((trace) => (spans += trace.spans) <= MAX_SPANS * 2);
  }

  async #lastArrivals(
    project: ProjectIdentity,
    traces: readonly TraceExtent[],
    signal: AbortSignal,
  ): Promise<Map<string, bigint>> {
    const since = Math.floor(this.clock() / 1_000) - IDLE_S;
    const ids = traces.map(({ traceId }) => traceId);
    const rows = await this.store.query(selectLastArrivals(project.number, ids, since, signal));
    const arrived = new Map(rows.map((row) => [row.trace_id, row.arrived]));
    return new Map(ids.map((traceId) => [traceId, fromMilliseconds((arrived.get(traceId) ?? since) * 1_000)]));
  }
}

/** Groups traces so that the spans of a group fit into memory. */
function* toBatches(extents: readonly TraceExtent[]): Generator<TraceExtent[]> {
  let batch: TraceExtent[] = [];
  let spans = 0;
  for (const extent of extents) {
    if (batch.length > 0 && (spans + extent.spans > MAX_BATCH_SPANS || batch.length >= MAX_TRACES)) {
      yield batch;
      batch = [];
      spans = 0;
    }
    batch.push(extent);
    spans += extent.spans;
  }
  if (batch.length > 0) yield batch;
}
