import { Inject, Injectable } from '@nestjs/common';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { PriceOverrides } from '../../prices/index.js';
import type { AssemblyTools } from './assembly-tools.js';
import { RunWriter } from './run-writer.js';
import { AssemblyThread } from './thread/assembly-thread.js';
import type { Repricing } from './thread/repricing.js';
import { MAX_TRACES } from './thread/trace-assembly.js';
import { TraceReader, type TraceExtent } from './traces/trace-reader.js';

/** Spans of the traces that are assembled together, unless one trace has more; they are in memory at the same time. */
const MAX_BATCH_SPANS = 5_000;

/** Assembles the runs of traces of one project from all their spans, and replaces what is stored of them. Repeating it changes nothing. */
@Injectable()
export class ProjectAssembly {
  constructor(
    private readonly reader: TraceReader,
    private readonly thread: AssemblyThread,
    private readonly writer: RunWriter,
    private readonly prices: PriceOverrides,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param around the time of some spans of the traces.
   * @param repricing the steps that lose their price; by default none does.
   * @returns the number of spans of each trace.
   * @throws LeaseLostError
   */
  async assemble(
    project: ProjectIdentity,
    traceIds: readonly string[],
    around: TimeRange,
    tools: AssemblyTools,
    repricing?: Repricing,
  ): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    const extents = await this.reader.extents(project, traceIds, around, tools.signal);
    for (const traces of toBatches(extents)) {
      const overrides = await this.prices.overridesOf(project.id);
      const request = { project, traces, overrides, repricing, now: this.clock() };
      const blocks = await this.thread.run(request, tools.signal);
      await this.writer.write(project, blocks, tools);
      for (const { traceId, spans } of traces) sizes.set(traceId, spans);
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
