import type { LogEntry } from '@svc/otlp';
import { searchPredicate, type RecordPredicate } from '@svc/reading/search-language';
import { LEVELS, LOG_FIELDS, LOG_READER } from '@svc/reading/signals';
import type { Scope } from '@svc/reading/statement';
import { logFilters, type LogFilters } from '../log-filters.js';

/**
 * The filters of a query on the log table, for records that are not stored yet.
 *
 * @throws ServiceError `invalid_request` with the same messages as the query.
 */
export function logPredicate(filters: LogFilters, scope: Scope): RecordPredicate<LogEntry> {
  logFilters(filters, scope);
  const { q, service, level, environment, distinctId, traceId } = filters;
  const levels = level.map((name) => LEVELS.get(name));
  const conditions: readonly (RecordPredicate<LogEntry> | undefined)[] = [
    matchesOneOf(service, (entry) => entry.service_name),
    matchesOneOf(environment, (entry) => entry.environment),
    level.length === 0
      ? undefined
      : ({ severity_number: severity }) =>
          levels.some((range) => range && severity >= range.low && severity <= range.high),
    distinctId === '' ? undefined : (entry) => entry.distinct_id === distinctId,
    traceId === '' ? undefined : (entry) => entry.trace_id_hex === traceId,
    searchPredicate(q, LOG_FIELDS, LOG_READER),
  ];
  const present = conditions.filter((condition) => condition !== undefined);
  return (entry) => present.every((holds) => holds(entry));
}

function matchesOneOf(
  values: readonly string[],
  read: (entry: LogEntry) => string,
): RecordPredicate<LogEntry> | undefined {
  if (values.length === 0) return undefined;
  const wanted = new Set(values);
  return (entry) => wanted.has(read(entry));
}
