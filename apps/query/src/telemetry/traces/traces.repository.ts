import { Injectable } from '@nestjs/common';
import { SliceSizes } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { cutPage, type Direction, type FoundPage, type Position, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_SECOND, type TimeRange } from '@svc/reading/time';
import { ServiceError } from '@svc/service-error';
import { manySpans, selectSpanCount } from './search/few-spans.query.js';
import {
  MAX_TRACE_DURATION,
  selectLatestEnd,
  selectTracePage,
  selectTraceStarts,
  type TraceCandidates,
  type TraceConditions,
  type TracePageRow,
  type TraceSort,
} from './search/trace-search.query.js';
import {
  selectEarliestSpans,
  selectTraceExtent,
  selectTraceSummaries,
  type EarliestSpanRow,
  type TraceSummaryRow,
} from './search/trace-summary.query.js';
import { selectSpanTimings, type SpanTimingRow } from './span-forest/span-timings.query.js';
import { agentRunsOfTrace, selectRemainingSpan, spansOfTrace, summaryOfTrace } from './trace-deletion.query.js';
import { selectSpans, selectTraceShape, type SpanRow } from './trace/spans.query.js';

export interface TraceSearch extends TraceConditions {
  readonly range: TimeRange;
  readonly sort: TraceSort;
  readonly direction: Direction;
  readonly after: Position | undefined;
  readonly limit: number;
}

/**
 * The way to search a slice; `spans` are the conditions on one span of each trace, if the summaries are not sufficient.
 */
interface Plan {
  readonly candidates: TraceCandidates | undefined;
  readonly spans: Sql | undefined;
}

/** Maximum attempts to delete a trace that is still growing. */
const DELETE_ATTEMPTS = 3;

/** Some traces with spans in a slice began before it, so this many more are read at once. */
const EXTRA_CANDIDATES = 8;

/** Traces of the first slice: some 20,000 spans. */
const SLICE_TRACES = 2_000;

/**
 * The limits for a list of failed traces, which are few and cheap to find: a page of them is mostly in the first slice.
 */
const SLICE_TRACES_OF_FAILED = 32_000;
const SLICE_OF_FAILED = 160n * NANOSECONDS_PER_SECOND;

@Injectable()
export class TracesRepository {
  readonly #sizes = new SliceSizes(SLICE_TRACES);
  readonly #sizesOfFailed = new SliceSizes(SLICE_TRACES_OF_FAILED, SLICE_OF_FAILED);

  async search(search: TraceSearch, reader: ProjectReader): Promise<FoundPage<TraceSummaryRow>> {
    const { sort, spans, having, range } = search;
    const isByTime = sort === 'start_time';
    if (isByTime && !spans && having.every((condition) => !condition)) return this.#searchAll(search, reader);
    const { rows: found, ...next } = isByTime
      ? await this.#searchByTime(search, reader)
      : await this.#searchWhole(search, reader);
    const ids = found.map(({ id }) => id);
    return { rows: await this.#summaries(ids, range, reader), ...next };
  }

  /** The earliest spans, by trace, of those traces of a page whose root has not arrived. */
  async earliestSpans(
    page: readonly TraceSummaryRow[],
    reader: ProjectReader,
  ): Promise<ReadonlyMap<string, EarliestSpanRow>> {
    const rootless = page.filter(({ root_operation, root_service_name }) => !root_operation && !root_service_name);
    const starts = rootless.map(({ start }) => BigInt(start)).toSorted((one, other) => (one < other ? -1 : 1));
    const [first, last] = [starts[0], starts.at(-1)];
    if (first === undefined || last === undefined) return new Map();
    const ids = rootless.map(({ id }) => id);
    const rows = await reader.rows(selectEarliestSpans(reader.scope, ids, inclusive({ from: first, to: last })));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** When the trace began and ended and how many spans it has; undefined if it does not exist. */
  async extent(id: string, reader: ProjectReader): Promise<(TimeRange & { readonly spans: number }) | undefined> {
    const [row] = await reader.rows(selectTraceExtent(reader.scope, id));
    if (!row || row.spans === '0') return undefined;
    return { from: BigInt(row.start), to: BigInt(row.finish), spans: Number(row.spans) };
  }

  /** The summary of a trace; undefined if it does not exist. */
  async find(id: string, reader: ProjectReader): Promise<TraceSummaryRow | undefined> {
    const extent = await this.extent(id, reader);
    if (!extent) return undefined;
    const [summary] = await reader.rows(selectTraceSummaries(reader.scope, [id], inclusive(extent)));
    return summary;
  }

  /** Streams at most `limit` spans by start, in the chunks in which they arrive. */
  spans(id: string, extent: TimeRange, limit: number, reader: ProjectReader): AsyncIterable<SpanRow[]> {
    return reader.stream(selectSpans(reader.scope, id, inclusive(extent), limit));
  }

  /** The times of at most `limit` spans, unordered, in the chunks in which they arrive. */
  timings(id: string, extent: TimeRange, limit: number, reader: ProjectReader): AsyncIterable<SpanTimingRow[]> {
    const query = selectSpanTimings(reader.scope, id, inclusive(extent), limit);
    return reader.stream(query, { maxResultRows: limit });
  }

  async shape(id: string, extent: TimeRange, reader: ProjectReader): Promise<{ roots: number; missing: number }> {
    const [row] = await reader.rows(selectTraceShape(reader.scope, id, inclusive(extent)));
    return { roots: Number(row?.roots ?? 0), missing: Number(row?.missing ?? 0) };
  }

  /**
   * Spans are deleted before the summary, which is needed to find them: a deletion that a crash interrupted can be
   * repeated by its ID. Spans that arrive between the two steps would stay without a summary, invisible and
   * undeletable, so they are searched for and deleted too.
   */
  async delete(id: string, extent: TimeRange, reader: ProjectReader): Promise<void> {
    for (let attempt = 0; attempt < DELETE_ATTEMPTS; attempt++) {
      await reader.delete(spansOfTrace(id, extent));
      for (const deletion of agentRunsOfTrace(id)) await reader.delete(deletion);
      await reader.delete(summaryOfTrace(id));
      const left = await reader.rows(selectRemainingSpan(reader.scope, id, extent));
      if (left.length === 0) return;
    }
  }

  /** Newest or oldest first, without filters. */
  async #searchAll(search: TraceSearch, reader: ProjectReader): Promise<FoundPage<TraceSummaryRow>> {
    const { projectNumber } = reader.scope;
    const page = await reader.page<TraceSummaryRow>({
      ...search,
      widths: this.#sizes.widths(projectNumber),
      toPosition: ({ start, id }) => ({ value: BigInt(start), id }),
      read: async (slice, count) => ({ rows: await this.#tracesStartingIn(search, slice, count, reader) }),
    });
    const starts = page.rows.map(({ start }) => BigInt(start));
    for (const sizes of [this.#sizes, this.#sizesOfFailed]) sizes.learn(projectNumber, starts);
    return page;
  }

  /** Traces that begin in the slice. A trace that began before it has its first span elsewhere. */
  async #tracesStartingIn(
    { direction, after }: TraceSearch,
    slice: TimeRange,
    count: number,
    reader: ProjectReader,
  ): Promise<TraceSummaryRow[]> {
    const rows: TraceSummaryRow[] = [];
    for (let position = after; ;) {
      const limit = count - rows.length + EXTRA_CANDIDATES;
      const found = await reader.rows(
        selectTraceStarts({ scope: reader.scope, slice, direction, after: position, limit }),
      );
      const starts = new Map(found.map(({ id, value }) => [id, value]));
      const summaries = await this.#summaries([...starts.keys()], slice, reader);
      rows.push(...summaries.filter(({ id, start }) => start === starts.get(id)));
      const last = found.at(-1);
      if (rows.length >= count || !last || found.length < limit) return rows.slice(0, count);
      position = toPosition(last);
    }
  }

  /**
   * Newest or oldest first with filters: slice by slice, so that a full page is found without searching the whole
   * window. Only a page that its first slice does not fill is worth counting spans for.
   */
  #searchByTime(search: TraceSearch, reader: ProjectReader): Promise<FoundPage<TracePageRow>> {
    const { isFailed, spans } = search;
    const sizes = isFailed ? this.#sizesOfFailed : this.#sizes;
    const first: Plan = { candidates: isFailed ? 'failed_spans' : 'summaries', spans };
    let slices = 0;
    let plan = first;
    const read = async (slice: TimeRange, limit: number) => {
      if (++slices === 2) plan = (await this.#planOfFew(search, reader)) ?? first;
      return { rows: await this.#page(search, plan, slice, limit, reader) };
    };
    return reader.page({ ...search, widths: sizes.widths(reader.scope.projectNumber), toPosition, read });
  }

  /** Any other order requires all traces of the window. */
  async #searchWhole(search: TraceSearch, reader: ProjectReader): Promise<FoundPage<TracePageRow>> {
    const plan = (await this.#planOfFew(search, reader)) ?? { candidates: 'summaries', spans: search.spans };
    const rows = await this.#page(search, plan, search.range, search.limit + 1, reader);
    return cutPage(rows, search.limit, toPosition);
  }

  /**
   * Few spans find their traces by themselves, so that no other summaries are read. Undefined if they are many; all plans find the same.
   */
  async #planOfFew({ named, range }: TraceSearch, reader: ProjectReader): Promise<Plan | undefined> {
    if (!named) return undefined;
    const many = manySpans(range);
    try {
      const [row] = await reader.rows(selectSpanCount(reader.scope, fromStartOn(range), named.names, many));
      if (Number(row?.spans ?? 0) < many) return { candidates: undefined, spans: named.conditions };
    } catch (error) {
      // The range has more spans than a statement may read.
      if (!(error instanceof ServiceError) || error.code !== 'query_too_expensive') throw error;
    }
    return undefined;
  }

  async #page(
    search: TraceSearch,
    { candidates, spans: filter }: Plan,
    slice: TimeRange,
    limit: number,
    reader: ProjectReader,
  ): Promise<TracePageRow[]> {
    let during = fromStartOn(slice);
    if (filter && candidates) {
      const [row] = await reader.rows(selectLatestEnd(reader.scope, slice, candidates));
      const latest = BigInt(row?.latest ?? 0);
      if (latest < slice.from) return [];
      if (latest < during.to) during = inclusive({ from: slice.from, to: latest });
    }
    const spans = filter && { filter, during };
    return reader.rows(selectTracePage({ ...search, scope: reader.scope, slice, candidates, spans, limit }));
  }

  /** Returns summaries in the order of the IDs. */
  async #summaries(ids: readonly string[], begunIn: TimeRange, reader: ProjectReader): Promise<TraceSummaryRow[]> {
    if (ids.length === 0) return [];
    const during = { from: begunIn.from - MAX_TRACE_DURATION, to: begunIn.to + MAX_TRACE_DURATION };
    const rows = await reader.rows(selectTraceSummaries(reader.scope, ids, during));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

const toPosition = ({ value, id }: TracePageRow): Position => ({ value: BigInt(value), id });
/** The range of the spans of traces that start in the range. */
const fromStartOn = ({ from, to }: TimeRange): TimeRange => ({ from, to: to + MAX_TRACE_DURATION + 1n });
const inclusive = ({ from, to }: TimeRange): TimeRange => ({ from, to: to + 1n });
