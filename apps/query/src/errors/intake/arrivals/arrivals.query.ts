import type { ReadStatement } from '@svc/columnar';
import { STATEMENT_LIMITS } from '@svc/reading/statement';

/** The places and times of the errors of a variant that arrived since a point in time. */
export interface Arrival {
  readonly project_number: number;
  /** 32 hexadecimal digits. */
  readonly variant: string;
  readonly environment: string;
  readonly service_name: string;
  readonly release: string;
  readonly platform: string;
  readonly mechanism: string;
  /** Nanoseconds since 1970. */
  readonly first: string;
  readonly last: string;
  /** Seconds since 1970 at which the latest of them was stored. */
  readonly arrived: number;
}

/** The progress of the intake of a project that lags. */
export interface Position {
  /** Seconds since 1970. */
  readonly arrived: number;
  /** The last variant of that second that was taken in; '' for none. */
  readonly variant: string;
}

const PLACE = 'environment, service_name, release, platform, mechanism';
const COLUMNS = `project_number, lower(hex(error_arrivals.variant)) AS variant, ${PLACE},
  toUnixTimestamp64Nano(min(first_seen)) AS first, toUnixTimestamp64Nano(max(last_seen)) AS last`;

/**
 * Selects the arrivals of all projects since a time, project by project. It reads across projects, which statements of
 * requests cannot.
 *
 * @param since seconds since 1970.
 * @param perProject rows of one project at most.
 */
export function selectArrivals(since: number, perProject: number, signal: AbortSignal): ReadStatement<Arrival> {
  return background(
    `SELECT ${COLUMNS}, toUnixTimestamp(max(stored_at)) AS arrived
FROM error_arrivals
WHERE stored_at >= toDateTime({since:UInt32})
GROUP BY project_number, error_arrivals.variant, ${PLACE}
ORDER BY project_number, arrived, variant
LIMIT {limit:UInt32} BY project_number`,
    { since, limit: perProject },
    signal,
  );
}

/** Selects the arrivals of one project after a position, in the order of arrival. */
export function selectArrivalsAfter(
  projectNumber: number,
  { arrived, variant }: Position,
  limit: number,
  signal: AbortSignal,
): ReadStatement<Arrival> {
  return background(
    `SELECT ${COLUMNS}, toUnixTimestamp(stored_at) AS arrived
FROM error_arrivals
WHERE project_number = {project:UInt32}
  AND (stored_at > toDateTime({since:UInt32})
    OR stored_at = toDateTime({since:UInt32}) AND error_arrivals.variant > unhex({after:String}))
GROUP BY project_number, stored_at, error_arrivals.variant, ${PLACE}
ORDER BY arrived, variant
LIMIT {limit:UInt32}`,
    { project: projectNumber, since: arrived, after: variant, limit },
    signal,
  );
}

function background<Row>(
  sql: string,
  parameters: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): ReadStatement<Row> {
  return { sql, parameters, limits: { ...STATEMENT_LIMITS, maxResultRows: MAX_ROWS }, lane: 'background', signal };
}

/** Limit for all projects together; the statement fails beyond it, so it is far above the arrivals in its window. */
const MAX_ROWS = 5_000_000;
