import { SPANS } from '@svc/columnar';
import {
  anyOf,
  byFiveMinutes,
  idBytes,
  oneOf,
  select,
  sql,
  uint64,
  type Scope,
  type Sql,
  type TimeRange,
} from '../../statement/index.js';
import { NANOSECONDS_PER_MINUTE } from '../../time/nanoseconds.js';
import { TARGET } from './targets.query.js';

export interface MapSelection {
  readonly scope: Scope;
  /** In ascending order, apart from each other; at least one. */
  readonly windows: readonly TimeRange[];
  readonly environments: readonly string[];
  readonly limit: number;
}

/** What edges say of their calls. */
interface CallsRow {
  readonly calls: string;
  readonly errors: string;
  /** Nanoseconds at 0.5 and 0.95. */
  readonly percentiles: (number | null)[];
}

/** Calls between two services. */
export interface ServiceCallsRow extends CallsRow {
  readonly caller: string;
  readonly callee: string;
  /** From a PRODUCER to a CONSUMER. */
  readonly is_message: number;
}

/** Calls of a service that lead to what sends no spans. */
export interface UseRow extends CallsRow {
  readonly service: string;
  readonly target_type: 'database' | 'queue' | 'external';
  readonly target_system: string;
  readonly target_name: string;
  /** Messages that are received. */
  readonly is_received: number;
}

/** A caller may have begun, and a callee may begin, this long outside of the other's window. */
const FURTHEST_APART = 15n * NANOSECONDS_PER_MINUTE;

const NO_SPAN = idBytes('0'.repeat(16), 8);
/** Eight bytes instead of twenty-four: what is joined must fit into memory. */
const OWN_LINK = sql`cityHash64(trace_id, span_id)`;
const PARENTS_LINK = sql`cityHash64(trace_id, parent_span_id)`;

const CALLS = sql`count() AS calls, countIf(status_code = 2) AS errors,
  quantilesTDigest(0.5, 0.95)(duration) AS percentiles`;

/** Spans whose parent is of another service; kinds do not matter, because not every sender gives them. */
export function selectServiceCalls(selection: MapSelection): Sql {
  const { scope, windows, environments, limit } = selection;
  const callees = select({
    columns: sql`${PARENTS_LINK} AS link, service_name AS callee, kind AS callee_kind, status_code, duration_ns AS duration`,
    ...spansOf(scope, windows),
    where: [within(windows), oneOf(sql`environment`, environments), sql`parent_span_id != ${NO_SPAN}`],
  });
  const callersIn = widened(windows);
  const callers = select({
    columns: sql`${OWN_LINK} AS link, service_name AS caller, kind AS caller_kind`,
    ...spansOf(scope, callersIn),
    where: [within(callersIn)],
  });
  return sql`SELECT caller, callee, caller_kind = 4 AND callee_kind = 5 AS is_message, ${CALLS}
FROM (${callees}) AS callees
INNER JOIN (${callers}) AS callers USING (link)
WHERE caller != callee AND caller != '' AND callee != ''
GROUP BY caller, callee, is_message
ORDER BY calls DESC, caller, callee
LIMIT ${uint64(limit)}`;
}

/** CLIENT is 3, PRODUCER 4, CONSUMER 5. A host is used where no span of any of these, and of no SERVER, answered. */
export function selectUses(selection: MapSelection): Sql {
  const { scope, windows, environments, limit } = selection;
  const answersIn = widened(windows);
  const answered = select({
    columns: PARENTS_LINK,
    ...spansOf(scope, answersIn),
    where: [within(answersIn), sql`kind IN (2, 3, 4, 5)`, sql`parent_span_id != ${NO_SPAN}`],
  });
  const uses = select({
    columns: sql`${TARGET}, service_name AS service, ${OWN_LINK} AS link, status_code,
  duration_ns AS duration`,
    ...spansOf(scope, windows),
    where: [within(windows), oneOf(sql`environment`, environments), sql`kind IN (3, 4, 5)`, sql`service_name != ''`],
  });
  return sql`SELECT service, target.1 AS target_type, target.2 AS target_system, target.3 AS target_name,
  target_type = 'queue' AND is_received AS is_received, ${CALLS}
FROM (${uses}) AS uses
WHERE target.1 != '' AND (target.1 != 'external' OR link NOT IN (${answered}))
GROUP BY service, target_type, target_system, target_name, is_received
ORDER BY calls DESC, service, target_type, target_system, target_name
LIMIT ${uint64(limit)}`;
}

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
