import type { LogsQueryRequest } from '@svc/contract';
import { compileSearch } from '@svc/reading/search-language';
import { LEVELS, LOG_FIELDS } from '@svc/reading/signals';
import { anyOf, idBytes, nonEmpty, oneOf, sql, stringParam, uint8, type Scope, type Sql } from '@svc/reading/statement';

export interface LogFilters {
  readonly q: string;
  readonly service: readonly string[];
  readonly level: readonly string[];
  readonly environment: readonly string[];
  readonly distinctId: string;
  readonly traceId: string;
}

/** The severity number from which a record is an error. */
const FIRST_ERROR = 17;

export const NO_FILTERS: LogFilters = { q: '', service: [], level: [], environment: [], distinctId: '', traceId: '' };

/** The filters of a request; operations on log records share these names. */
export function toLogFilters(request: Partial<Pick<LogsQueryRequest, keyof LogFilters>>): LogFilters {
  const { q = '', service = [], level = [], environment = [], distinctId = '', traceId = '' } = request;
  return {
    q,
    service: nonEmpty(service),
    level: nonEmpty(level),
    environment: nonEmpty(environment),
    distinctId,
    traceId: traceId.toLowerCase(),
  };
}

/** Whether the counts by minute are sufficient for the filters. */
export const needsOnlyMinutes = ({ q, distinctId, traceId }: LogFilters): boolean =>
  q.trim() === '' && distinctId === '' && traceId === '';

/** Compiled once per request; all its statements share it. */
export function logFilters(filters: LogFilters, scope: Scope): readonly (Sql | undefined)[] {
  const { q, service, level, environment, distinctId, traceId } = filters;
  return [
    oneOf(sql`service_name`, service),
    oneOf(sql`environment`, environment),
    level.length === 0 ? undefined : anyOf(level.map(ofLevel)),
    distinctId === '' ? undefined : sql`distinct_id = ${stringParam(distinctId)}`,
    traceId === '' ? undefined : sql`trace_id = ${idBytes(traceId, 16)}`,
    compileSearch(q, LOG_FIELDS, scope),
  ];
}

/** Names where the records are stored too, so that the engine reads only that part of the table and stops with the page. */
function ofLevel(level: string): Sql {
  const range = LEVELS.get(level);
  if (!range) return sql`0`;
  const isError = uint8(range.low >= FIRST_ERROR ? 1 : 0);
  return sql`(is_error = ${isError} AND severity_number BETWEEN ${uint8(range.low)} AND ${uint8(range.high)})`;
}
