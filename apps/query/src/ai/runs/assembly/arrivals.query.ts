import type { ReadStatement } from '@svc/columnar';
import { STATEMENT_LIMITS } from '@svc/reading/statement';

/** The spans of AI work of a trace that were stored in one second. */
export interface Arrival {
  readonly project_number: number;
  /** 32 hexadecimal digits. */
  readonly trace_id: string;
  /** Seconds since 1970. */
  readonly arrived: number;
  readonly spans: string;
  /** Nanoseconds since 1970. */
  readonly first: string;
  readonly last: string;
}

/** A place in the order of arrivals. */
export interface Position {
  /** Seconds since 1970. */
  readonly arrived: number;
  /** The last trace of that second that was read; '' for none. */
  readonly traceId: string;
}

const COLUMNS = `project_number, lower(hex(ai_arrivals.trace_id)) AS trace_id, toUnixTimestamp(stored_at) AS arrived, sum(spans) AS spans,
  toUnixTimestamp64Nano(min(first_seen)) AS first, toUnixTimestamp64Nano(max(last_seen)) AS last`;
const KEY = 'project_number, stored_at, ai_arrivals.trace_id';

/**
 * Selects the arrivals of all projects in a time, in their order. It reads across projects, which statements of requests cannot.
 *
 * @param since seconds since 1970.
 * @param until the first second that is left out.
 * @param perProject rows of one project at most.
 */
export function selectArrivals(
  { since, until }: { readonly since: number; readonly until: number },
  perProject: number,
  signal: AbortSignal,
): ReadStatement<Arrival> {
  return background(
    `SELECT ${COLUMNS}
FROM ai_arrivals
WHERE stored_at >= toDateTime({since:UInt32}) AND stored_at < toDateTime({until:UInt32})
GROUP BY ${KEY}
ORDER BY project_number, arrived, trace_id
LIMIT {limit:UInt32} BY project_number`,
    { since, until, limit: perProject },
    signal,
  );
}

/** Selects the arrivals of one project after a position, in their order. */
export function selectArrivalsAfter(
  projectNumber: number,
  { arrived, traceId }: Position,
  until: number,
  limit: number,
  signal: AbortSignal,
): ReadStatement<Arrival> {
  return background(
    `SELECT ${COLUMNS}
FROM ai_arrivals
WHERE project_number = {project:UInt32} AND stored_at < toDateTime({until:UInt32})
  AND (stored_at > toDateTime({since:UInt32})
    OR stored_at = toDateTime({since:UInt32}) AND ai_arrivals.trace_id > unhex({after:String}))
GROUP BY ${KEY}
ORDER BY arrived, trace_id
LIMIT {limit:UInt32}`,
    { project: projectNumber, since: arrived, after: traceId, until, limit },
    signal,
  );
}

/** Selects the seconds, since 1970, in which spans of any project arrived, from one on. */
export function selectArrivalSeconds(since: number, signal: AbortSignal): ReadStatement<Pick<Arrival, 'arrived'>> {
  return background(
    `SELECT DISTINCT toUnixTimestamp(stored_at) AS arrived
FROM ai_arrivals
WHERE stored_at >= toDateTime({since:UInt32})`,
    { since },
    signal,
  );
}

/** Selects when the last spans of some traces were stored, as far as that was after a time. */
export function selectLastArrivals(
  projectNumber: number,
  traceIds: readonly string[],
  since: number,
  signal: AbortSignal,
): ReadStatement<Pick<Arrival, 'trace_id' | 'arrived'>> {
  return background(
    `SELECT lower(hex(ai_arrivals.trace_id)) AS trace_id, toUnixTimestamp(max(stored_at)) AS arrived
FROM ai_arrivals
WHERE project_number = {project:UInt32} AND stored_at >= toDateTime({since:UInt32})
  AND has(arrayMap(id -> toFixedString(unhex(id), 16), {traces:Array(String)}), ai_arrivals.trace_id)
GROUP BY ai_arrivals.trace_id`,
    { project: projectNumber, since, traces: traceIds },
    signal,
  );
}

function background<Row>(
  sql: string,
  parameters: NonNullable<ReadStatement['parameters']>,
  signal: AbortSignal,
): ReadStatement<Row> {
  return { sql, parameters, limits: { ...STATEMENT_LIMITS, maxResultRows: MAX_ROWS }, lane: 'background', signal };
}

/** Limit for all projects together; the statement fails beyond it, so it is far above the arrivals in its window. */
const MAX_ROWS = 5_000_000;
