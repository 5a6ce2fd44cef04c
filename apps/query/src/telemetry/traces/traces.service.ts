import { Inject, Injectable } from '@nestjs/common';
import type { TracesSearchRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import { estimateBytes, takeFitting, WindowCursors } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { ResourcesRepository, type ResourceAttributes } from '@svc/reading/resources';
import { resolveWindow } from '@svc/reading/statement';
import { isEmpty, type TimeRange } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { notFound, ServiceError, requireFound } from '@svc/service-error';
import { ContentErasure } from '../../agent-content/index.js';
import { criticalPath, type CriticalPath } from './critical-path/critical-path.js';
import { pathTotals, type PathTotals } from './critical-path/path-totals.js';
import { toTraceFilters } from './filters/trace-filters.js';
import { toTraceConditions, TRACE_SORTS } from './search/trace-search.query.js';
import type { FoundTrace } from './search/trace-summary.message.js';
import { buildForest, type SpanForest, type TimedSpan } from './span-forest/span-forest.js';
import { toTimedSpan } from './span-forest/span-timings.query.js';
import { traceStats, type TraceStats } from './stats/trace-stats.js';
import { collectRows } from './trace/collect-rows.js';
import type { SpanRow } from './trace/spans.query.js';
import { toTraceShape, type TraceShape } from './trace/trace-shape.js';
import { TracesRepository } from './traces.repository.js';

const PAGE = { default: 30, max: 200 };
/** A waterfall of more spans cannot be read, and the response would not fit into a message. */
const MAX_SPANS = 10_000;
/** Their IDs, names and times fit into memory a few times over. */
const MAX_TIMED_SPANS = 200_000;

export interface TracesPage {
  readonly rows: readonly FoundTrace[];
  readonly nextCursor: string | undefined;
}

export interface WholeTrace {
  readonly id: string;
  readonly extent: TimeRange;
  readonly shape: TraceShape;
  readonly isTruncated: boolean;
  readonly spans: readonly SpanRow[];
  readonly resources: ReadonlyMap<string, ResourceAttributes>;
}

export interface CountedTrace {
  readonly id: string;
  readonly extent: TimeRange;
  readonly shape: TraceShape;
  readonly stats: TraceStats;
}

export interface ExplainedTrace {
  readonly id: string;
  readonly spans: number;
  readonly shape: TraceShape;
  readonly path: CriticalPath;
  readonly totals: PathTotals;
}

@Injectable()
export class TracesService {
  constructor(
    private readonly traces: TracesRepository,
    private readonly resources: ResourcesRepository,
    private readonly cursors: WindowCursors,
    private readonly contents: ContentErasure,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async search(request: TracesSearchRequest, reader: ProjectReader): Promise<TracesPage> {
    const filters = toTraceFilters(request);
    const sort = TRACE_SORTS.find((known) => known === request.sortBy) ?? 'start_time';
    const direction = request.sortOrder === 'asc' ? 'asc' : 'desc';
    const list = {
      operation: 'traces.search',
      scope: reader.scope,
      window: request,
      filters: { ...filters, minDurationNs: String(filters.minDurationNs) },
      sort: `${sort} ${direction}`,
    };
    const position = this.cursors.decode(request.cursor, list);
    const range = position?.range ?? resolveWindow(request, reader.scope, this.clock());
    const conditions = toTraceConditions(filters, reader.scope);
    if (isEmpty(range)) return { rows: [], nextCursor: undefined };
    const limit = pageLimit(request.limit, PAGE);
    const { rows, next } = await this.traces.search(
      { range, ...conditions, sort, direction, after: position, limit },
      reader,
    );
    const earliest = await this.traces.earliestSpans(rows, reader);
    const named = rows.map((row) => ({ ...row, earliest: earliest.get(row.id) }));
    return { rows: named, nextCursor: next && this.cursors.encode(list, { range, ...next }) };
  }

  /** @throws ServiceError not_found */
  async get(traceId: string, reader: ProjectReader): Promise<WholeTrace> {
    const id = traceId.toLowerCase();
    const extent = requireFound(await this.traces.extent(id, reader));
    const { rows: found, isTooLarge } = await collectRows(this.traces.spans(id, extent, MAX_SPANS + 1, reader));
    // A deletion has removed the spans but not yet the summary.
    if (found.length === 0) throw notFound();
    const resources = await this.resources.read(found, reader);
    const measure = (span: SpanRow): number => estimateBytes(span) + estimateBytes(resources.get(span.resource_hash));
    const spans = await takeFitting(found.slice(0, MAX_SPANS), measure);
    const isTruncated = spans.length < found.length || isTooLarge;
    const shape = isTruncated ? await this.traces.shape(id, extent, reader) : toTraceShape(spans);
    return { id, extent, shape, isTruncated, spans, resources };
  }

  /** @throws ServiceError not_found, query_too_expensive */
  async stats(traceId: string, reader: ProjectReader): Promise<CountedTrace> {
    const { id, extent, spans } = await this.#timings(traceId, reader);
    const forest = await buildForest(spans);
    return { id, extent, shape: toForestShape(forest), stats: await traceStats(forest) };
  }

  /** @throws ServiceError not_found, query_too_expensive */
  async criticalPath(traceId: string, reader: ProjectReader): Promise<ExplainedTrace> {
    const { id, spans } = await this.#timings(traceId, reader);
    const forest = await buildForest(spans);
    const path = await criticalPath(forest);
    return { id, spans: spans.length, shape: toForestShape(forest), path, totals: await pathTotals(path) };
  }

  /** @throws ServiceError not_found */
  async delete(traceId: string, reader: ProjectReader): Promise<void> {
    const id = traceId.toLowerCase();
    const extent = requireFound(await this.traces.extent(id, reader));
    // Before the trace cannot be found any more, and again because more may have arrived until then.
    await this.contents.ofTrace(id, reader);
    await this.traces.delete(id, extent, reader);
    await this.contents.ofTrace(id, reader);
  }

  /** The position and time of every span. */
  async #timings(traceId: string, reader: ProjectReader) {
    const id = traceId.toLowerCase();
    const extent = requireFound(await this.traces.extent(id, reader));
    if (extent.spans > MAX_TIMED_SPANS) throw new ServiceError('query_too_expensive');
    const spans: TimedSpan[] = [];
    for await (const chunk of this.traces.timings(id, extent, MAX_TIMED_SPANS, reader)) {
      for (const row of chunk) spans.push(toTimedSpan(row));
    }
    // A deletion has removed the spans but not yet the summary.
    if (spans.length === 0) throw notFound();
    return { id, extent, spans };
  }
}

const toForestShape = ({ roots, orphans }: SpanForest): TraceShape => ({
  roots: roots.length,
  missing: orphans.length,
});
