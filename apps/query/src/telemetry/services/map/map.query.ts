import {
  anyOf,
  byTimestamp,
  finite,
  idBytes,
  oneOf,
  select,
  selectFrom,
  sql,
  stringParams,
  tableColumns,
  typed,
  uint32,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';
import { SPANS } from '@svc/tables';
import { BUCKETS_PER_DOUBLING } from './durations.js';
import { NAMING_ATTRIBUTES, OPERATION_ATTRIBUTES, RECEIVING, TARGET_ATTRIBUTES, URL_ATTRIBUTES } from './targets.js';

export interface MapSelection {
  readonly scope: Scope;
  /** At least one window; they are disjoint and in ascending order. */
  readonly windows: readonly TimeRange[];
  readonly environments: readonly string[];
  readonly limit: number;
}

/** Calls between two services. */
export type ServiceCallsRow = RowsOf<typeof selectServiceCalls>;

/** Spans of one service with the same target attributes. */
export type TargetSpansRow = RowsOf<typeof selectTargetSpans>;

/** The distance outside the other's window at which a caller or a callee may have started. */
const MAX_CALL_DISTANCE = 15n * NANOSECONDS_PER_MINUTE;

const NO_SPAN = idBytes('0'.repeat(16), 8);
/** Eight bytes instead of twenty-four, because the join must fit into memory. */
const OWN_LINK = sql`cityHash64(trace_id, span_id)`;
const PARENTS_LINK = sql`cityHash64(trace_id, parent_span_id)`;

/** Spans whose parent belongs to another service; kinds do not matter, because not every sender sets them. */
export function selectServiceCalls(selection: MapSelection) {
  const { scope, windows, environments, limit } = selection;
  const callees = select({
    columns: sql`${PARENTS_LINK} AS link, service_name AS callee, kind AS callee_kind, status_code, duration_ns AS duration,
  adjusted_count`,
    ...selectWindowSpans(scope, windows),
    where: [within(windows), oneOf(sql`environment`, environments), sql`parent_span_id != ${NO_SPAN}`],
  });
  const callersIn = widened(windows);
  const callers = select({
    columns: sql`${OWN_LINK} AS link, service_name AS caller, kind AS caller_kind`,
    ...selectWindowSpans(scope, callersIn),
    where: [within(callersIn)],
  });
  return selectFrom(callees, {
    columns: {
      caller: typed('String', sql`caller`),
      callee: typed('String', sql`callee`),
      // Whether the call leads from a PRODUCER to a CONSUMER.
      is_message: typed('UInt8', sql`caller_kind = 4 AND callee_kind = 5`),
      calls: finite(sql`sum(adjusted_count)`),
      errors: finite(sql`sumIf(adjusted_count, status_code = 2)`),
      // Nanoseconds at 0.5 and 0.95.
      percentiles: typed('Array(Float64)', sql`quantilesTDigest(0.5, 0.95)(duration)`),
      // Some spans represent others that sampling left out.
      is_estimated: typed('UInt8', sql`max(adjusted_count) > 1`),
    },
    join: sql`AS callees
INNER JOIN (${callers}) AS callers USING (link)`,
    where: [sql`caller != callee AND caller != '' AND callee != ''`],
    groupBy: sql`caller, callee, is_message`,
    orderBy: sql`calls DESC, caller, callee`,
    limit: limit,
  });
}

/**
 * Reads CLIENT (3), PRODUCER (4) and CONSUMER (5) spans. A call is answered if it has a child span of one of these
 * kinds, or of SERVER.
 */
export function selectTargetSpans(selection: MapSelection) {
  const { scope, windows, environments, limit } = selection;
  const answersIn = widened(windows);
  const answers = select({
    columns: PARENTS_LINK,
    ...selectWindowSpans(scope, answersIn),
    where: [within(answersIn), sql`kind IN (2, 3, 4, 5)`, sql`parent_span_id != ${NO_SPAN}`],
  });
  return select({
    columns: {
      service: typed('String', sql`service_name`),
      ...tableColumns(SPANS, ['kind']),
      // Attributes and their values, by name.
      told: typed('Array(Tuple(String, String))', TARGET_VALUES),
      // Whether the span has a child span.
      is_answered: typed('UInt8', sql`kind = 3 AND ${OWN_LINK} IN (${answers})`),
      calls: finite(sql`sum(adjusted_count)`),
      errors: finite(sql`sumIf(adjusted_count, status_code = 2)`),
      is_estimated: typed('UInt8', sql`max(adjusted_count) > 1`),
      // Buckets and counts, for Durations.
      durations: typed(
        'Tuple(Array(Int32), Array(UInt64))',
        sql`sumMap([toInt32(floor(log2(greatest(duration_ns, 1)) * ${uint32(BUCKETS_PER_DOUBLING)}))], [toUInt64(1)])`,
      ),
    },
    ...selectWindowSpans(scope, windows),
    where: [within(windows), oneOf(sql`environment`, environments), sql`kind IN (3, 4, 5)`, sql`service_name != ''`],
    groupBy: sql`service, kind, told, is_answered`,
    orderBy: sql`calls DESC, service, kind, told, is_answered`,
    limit,
  });
}

/** The attributes that name the target of a span, for `findTarget`. Reduces URLs to their host. */
export const TARGET_VALUES = sql`arraySort(arrayMap(t -> (t.1, if(has(${stringParams(URL_ATTRIBUTES)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has(${stringParams(TARGET_ATTRIBUTES)}, k), attributes), 'Array(Tuple(String, String))')))`;

/** Whether `findTarget` finds a target that is not the sender of a message, with some name. */
export const NAMES_TARGET = sql`(arrayExists(t -> has(${stringParams(NAMING_ATTRIBUTES)}, t.1) AND t.2 != '', ${TARGET_VALUES})
    AND NOT (kind = 3 AND arrayExists(t -> has(${stringParams(OPERATION_ATTRIBUTES)}, t.1) AND has(${stringParams(RECEIVING)}, t.2), ${TARGET_VALUES})))`;

function selectWindowSpans(scope: Scope, windows: readonly TimeRange[]) {
  const from = windows[0]?.from ?? 0n;
  return { from: SPANS, scope, during: { from, to: windows.at(-1)?.to ?? from } };
}

function within(windows: readonly TimeRange[]): Sql | undefined {
  return windows.length === 1 ? undefined : anyOf(windows.map((window) => sql`(${byTimestamp(window)})`));
}

/** Windows that are much narrower than the distance of caller and callee find the callers of most calls, not of all. */
function widened(windows: readonly TimeRange[]): TimeRange[] {
  return windows.map(({ from, to }) => {
    const margin = windows.length === 1 || to - from > MAX_CALL_DISTANCE ? MAX_CALL_DISTANCE : (to - from) / 2n;
    return { from: from - margin, to: to + margin };
  });
}
