import { compileSearch, requiresValue } from '@svc/reading/search-language';
import { SPAN_FIELDS } from '@svc/reading/signals';
import {
  allOf,
  directionSql,
  hexDigits,
  int64,
  isAfter,
  nanoTimestamp,
  nanoseconds,
  select,
  sql,
  stringParams,
  typed,
  type Direction,
  type Position,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { SPANS, TRACE_SUMMARIES } from '@svc/tables';
import { spanNames, type TraceFilters } from '../filters/trace-filters.js';

export const TRACE_SORTS = ['start_time', 'duration', 'span_count', 'service_count', 'error_count'] as const;
export type TraceSort = (typeof TRACE_SORTS)[number];

/**
 * The way to find the traces that may start in a slice: by all summaries of its days, which are stored by ID, or by the
 * failed spans from the slice on, which are few and stored by time. The second finds failed traces only.
 */
export type TraceCandidates = 'summaries' | 'failed_spans';

export interface TracePage {
  readonly scope: Scope;
  /** Slice of the trace's start. */
  readonly slice: TimeRange;
  /** Undefined if the spans that meet `spans` are few, so that they find the traces by themselves. */
  readonly candidates: TraceCandidates | undefined;
  /** Conditions from `toTraceConditions`. */
  readonly having: readonly (Sql | undefined)[];
  /** The condition from `toTraceConditions`, with the time range of the spans. */
  readonly spans: { readonly filter: Sql; readonly during: TimeRange } | undefined;
  readonly sort: TraceSort;
  readonly direction: Direction;
  readonly after: Position | undefined;
  readonly limit: number;
}

export type TracePageRow = RowsOf<typeof selectTracePage>;

/** The assumed maximum duration of a trace: its summary may be up to this many days after its start. */
export const MAX_TRACE_DURATION = NANOSECONDS_PER_DAY;

/**
 * IDs of one page. A trace has a row per day and, until they are merged, per insert; its start is the earliest of them.
 * So rows that start in the slice determine the candidates, and all rows of a candidate determine its start.
 */
export function selectTracePage(page: TracePage) {
  const { scope, slice, candidates, having, spans, sort, direction, after: position, limit } = page;
  const order = directionSql(direction);
  return select({
    columns: { id: hexDigits(sql`trace_id`), value: typed('Int64', sql`toInt64(${SORT_VALUES[sort]})`) },
    from: TRACE_SUMMARIES,
    scope,
    during: widened(slice),
    where: [
      candidates && sql`trace_id IN (${selectCandidates(scope, slice, candidates)})`,
      spans && matchingSpans(scope, spans),
    ],
    groupBy: sql`trace_id`,
    having: [
      sql`min(start_time) >= ${nanoTimestamp(slice.from)} AND min(start_time) < ${nanoTimestamp(slice.to)}`,
      ...having,
      position && isAfter(sql`value, trace_id`, int64(position.value), position, direction),
    ],
    orderBy: sql`value ${order}, trace_id ${order}`,
    limit,
  });
}

/**
 * Traces by the first of their spans in the slice, which is where a trace begins unless it began before. Reads only the
 * times and IDs of spans, which are stored together; summaries are stored by ID, in no order of time.
 */
export function selectTraceStarts(page: Pick<TracePage, 'scope' | 'slice' | 'direction' | 'after' | 'limit'>) {
  const { scope, slice, direction, after: position, limit } = page;
  const order = directionSql(direction);
  return select({
    columns: { id: hexDigits(sql`trace_id`), value: nanoseconds(sql`min(timestamp)`) },
    from: SPANS,
    scope,
    during: slice,
    groupBy: sql`trace_id`,
    having: position && [isAfter(sql`value, trace_id`, int64(position.value), position, direction)],
    orderBy: sql`value ${order}, trace_id ${order}`,
    limit,
  });
}

/** When the last span of the candidates ends; bounds the search in spans. */
export function selectLatestEnd(scope: Scope, slice: TimeRange, candidates: TraceCandidates) {
  return select({
    columns: { latest: nanoseconds(sql`max(end_time)`) },
    from: TRACE_SUMMARIES,
    scope,
    during: widened(slice),
    where: [sql`trace_id IN (${selectCandidates(scope, slice, candidates)})`],
  });
}

/** Conditions on a trace as a whole. Filters by service or environment alone do not need the spans. */
function traceConditions(filters: TraceFilters): readonly (Sql | undefined)[] {
  const { minDurationNs, status, service, environment } = filters;
  const bySummary = !needsSpans(filters);
  return [
    minDurationNs > 0n ? sql`${SORT_VALUES.duration} >= ${int64(minDurationNs)}` : undefined,
    status === 'error' ? sql`sum(error_count) > 0` : undefined,
    status === 'ok' ? sql`sum(error_count) = 0` : undefined,
    bySummary && service.length > 0 ? sql`hasAny(groupUniqArrayArray(services), ${stringParams(service)})` : undefined,
    bySummary && environment.length > 0
      ? sql`hasAny(groupUniqArrayArray(environments), ${stringParams(environment)})`
      : undefined,
  ];
}

/** The conditions that a list of traces with these filters has to meet. */
export interface TraceConditions {
  /** Conditions on a trace as a whole. */
  readonly having: readonly (Sql | undefined)[];
  /** The condition on one of its spans; undefined if the summaries are sufficient. */
  readonly spans: Sql | undefined;
  /** Whether only failed traces can meet them. */
  readonly isFailed: boolean;
  /** Undefined if the spans need no particular service, operation, environment or customer. */
  readonly named: NamedSpans | undefined;
}

/** Every trace of the list has a span that meets both. */
export interface NamedSpans {
  /** The condition on service, operation, environment and customer: cheap to check. */
  readonly names: Sql;
  /** All conditions on one span, including the names. */
  readonly conditions: Sql;
}

/** @throws ServiceError `invalid_request` if the search is invalid. */
export function toTraceConditions(filters: TraceFilters, scope: Scope): TraceConditions {
  const names = spanNames(filters);
  const conditions = allOf([...names, compileSearch(filters.q, SPAN_FIELDS, scope)]);
  return {
    having: traceConditions(filters),
    spans: needsSpans(filters) ? conditions : undefined,
    isFailed: filters.status === 'error' || requiresValue(filters.q, 'status', 'error'),
    named: names.some((name) => name !== undefined) ? { names: allOf(names), conditions } : undefined,
  };
}

function needsSpans({ q, service, operation, environment, distinctId }: TraceFilters): boolean {
  const onOneSpan = service.length > 0 && environment.length > 0;
  return q.trim() !== '' || operation.length > 0 || distinctId !== '' || onOneSpan;
}

const SORT_VALUES: Record<TraceSort, Sql> = {
  start_time: sql`toUnixTimestamp64Nano(min(start_time))`,
  duration: sql`(toUnixTimestamp64Nano(max(end_time)) - toUnixTimestamp64Nano(min(start_time)))`,
  span_count: sql`sum(span_count)`,
  service_count: sql`length(groupUniqArrayArray(services))`,
  error_count: sql`sum(error_count)`,
};

function selectCandidates(scope: Scope, slice: TimeRange, candidates: TraceCandidates): Sql {
  const columns = sql`trace_id`;
  if (candidates === 'summaries') {
    const startsInSlice = sql`start_time >= ${nanoTimestamp(slice.from)} AND start_time < ${nanoTimestamp(slice.to)}`;
    return select({ columns, from: TRACE_SUMMARIES, scope, during: slice, where: [startsInSlice] });
  }
  // A trace that starts in the slice has a span there, and fails there or later.
  const failsFromSliceOn = { from: slice.from, to: slice.to + MAX_TRACE_DURATION };
  const failed = select({ columns, from: SPANS, scope, during: failsFromSliceOn, where: [sql`status_code = 2`] });
  return select({ columns, from: SPANS, scope, during: slice, where: [sql`trace_id IN (${failed})`] });
}

function matchingSpans(scope: Scope, { filter, during }: NonNullable<TracePage['spans']>): Sql {
  return sql`trace_id IN (${select({ columns: sql`trace_id`, from: SPANS, scope, during, where: [filter] })})`;
}

const widened = ({ from, to }: TimeRange): TimeRange => ({
  from: from - MAX_TRACE_DURATION,
  to: to + MAX_TRACE_DURATION,
});
