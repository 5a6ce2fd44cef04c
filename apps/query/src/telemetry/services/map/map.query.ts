import { SPANS } from '@svc/columnar';
import {
  anyOf,
  byFiveMinutes,
  idBytes,
  oneOf,
  select,
  sql,
  stringParams,
  uint32,
  uint64,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';
import { BUCKETS_PER_DOUBLING } from './durations.js';
import { TELLING_ATTRIBUTES, URL_ATTRIBUTES } from './targets.js';

export interface MapSelection {
  readonly scope: Scope;
  /** In ascending order, apart from each other; at least one. */
  readonly windows: readonly TimeRange[];
  readonly environments: readonly string[];
  readonly limit: number;
}

/** Calls between two services. */
export interface ServiceCallsRow {
  readonly caller: string;
  readonly callee: string;
  /** From a PRODUCER to a CONSUMER. */
  readonly is_message: number;
  readonly calls: number;
  readonly errors: number;
  /** Spans stand for others that sampling left out. */
  readonly is_estimated: number;
  /** Nanoseconds at 0.5 and 0.95. */
  readonly percentiles: (number | null)[];
}

/** Spans of one service that say the same of what they lead to. */
export interface AlikeRow {
  readonly service: string;
  readonly kind: number;
  /** Attributes and their values, by name. */
  readonly told: [string, string][];
  /** A span stands below. */
  readonly is_answered: number;
  readonly calls: number;
  readonly errors: number;
  readonly is_estimated: number;
  /** Buckets and counts, for Durations. */
  readonly durations: [number[], string[]];
}

/** A caller may have begun, and a callee may begin, this long outside of the other's window. */
const FURTHEST_APART = 15n * NANOSECONDS_PER_MINUTE;

const NO_SPAN = idBytes('0'.repeat(16), 8);
/** Eight bytes instead of twenty-four: what is joined must fit into memory. */
const OWN_LINK = sql`cityHash64(trace_id, span_id)`;
const PARENTS_LINK = sql`cityHash64(trace_id, parent_span_id)`;

/** Spans whose parent is of another service; kinds do not matter, because not every sender gives them. */
export function selectServiceCalls(selection: MapSelection): Sql {
  const { scope, windows, environments, limit } = selection;
  const callees = select({
    columns: sql`${PARENTS_LINK} AS link, service_name AS callee, kind AS callee_kind, status_code, duration_ns AS duration,
  adjusted_count`,
    ...spansOf(scope, windows),
    where: [within(windows), oneOf(sql`environment`, environments), sql`parent_span_id != ${NO_SPAN}`],
  });
  const callersIn = widened(windows);
  const callers = select({
    columns: sql`${OWN_LINK} AS link, service_name AS caller, kind AS caller_kind`,
    ...spansOf(scope, callersIn),
    where: [within(callersIn)],
  });
  return sql`SELECT caller, callee, caller_kind = 4 AND callee_kind = 5 AS is_message, sum(adjusted_count) AS calls,
  sumIf(adjusted_count, status_code = 2) AS errors, quantilesTDigest(0.5, 0.95)(duration) AS percentiles, max(adjusted_count) > 1 AS is_estimated
FROM (${callees}) AS callees
INNER JOIN (${callers}) AS callers USING (link)
WHERE caller != callee AND caller != '' AND callee != ''
GROUP BY caller, callee, is_message
ORDER BY calls DESC, caller, callee
LIMIT ${uint64(limit)}`;
}

/** Of CLIENT (3), PRODUCER (4) and CONSUMER (5). A call is answered by a span of one of these kinds, or of SERVER, below it. */
export function selectAlike(selection: MapSelection): Sql {
  const { scope, windows, environments, limit } = selection;
  const answersIn = widened(windows);
  const answers = select({
    columns: PARENTS_LINK,
    ...spansOf(scope, answersIn),
    where: [within(answersIn), sql`kind IN (2, 3, 4, 5)`, sql`parent_span_id != ${NO_SPAN}`],
  });
  return select({
    columns: sql`service_name AS service, kind, ${TOLD} AS told, kind = 3 AND ${OWN_LINK} IN (${answers}) AS is_answered,
  sum(adjusted_count) AS calls, sumIf(adjusted_count, status_code = 2) AS errors, max(adjusted_count) > 1 AS is_estimated,
  sumMap([toInt32(floor(log2(greatest(duration_ns, 1)) * ${uint32(BUCKETS_PER_DOUBLING)}))], [toUInt64(1)]) AS durations`,
    ...spansOf(scope, windows),
    where: [within(windows), oneOf(sql`environment`, environments), sql`kind IN (3, 4, 5)`, sql`service_name != ''`],
    groupBy: sql`service, kind, told, is_answered`,
    orderBy: sql`calls DESC, service, kind, told, is_answered`,
    limit,
  });
}

/** Of an attribute with an address in the web only the host. */
const TOLD = sql`arraySort(arrayMap(t -> (t.1, if(has(${stringParams(URL_ATTRIBUTES)}, t.1), domain(t.2), t.2)),
    CAST(mapFilter((k, v) -> has(${stringParams(TELLING_ATTRIBUTES)}, k), attributes), 'Array(Tuple(String, String))')))`;

function spansOf(scope: Scope, windows: readonly TimeRange[]) {
  const from = windows[0]?.from ?? 0n;
  return { from: SPANS, scope, during: { from, to: windows.at(-1)?.to ?? from } };
}

function within(windows: readonly TimeRange[]): Sql | undefined {
  return windows.length === 1 ? undefined : anyOf(windows.map((window) => sql`(${byFiveMinutes(window)})`));
}

/** Windows that are far narrower than calls are apart find the callers of most calls, not of all. */
function widened(windows: readonly TimeRange[]): TimeRange[] {
  return windows.map(({ from, to }) => {
    const margin = windows.length === 1 || to - from > FURTHEST_APART ? FURTHEST_APART : (to - from) / 2n;
    return { from: from - margin, to: to + margin };
  });
}
