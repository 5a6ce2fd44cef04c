import { ESTIMATE, NAME, OWNER, TOTAL } from './columns.js';
import { column, defineTable, type ColumnSet, type TableDefinition } from './table.js';

const MINUTE = { ...OWNER, minute: column('DateTime'), service_name: column(NAME), environment: column(NAME) };

const DURATIONS = column('AggregateFunction(quantilesTDigest(0.5, 0.95, 0.99), UInt64)');

/**
 * Calls per minute, service and operation. Filled from `spans` by `service_minutes_view`. Errors and durations were
 * counted here before `request_minutes` existed.
 */
export const SERVICE_MINUTES = minutesTable(
  'service_minutes',
  {
    operation: column(NAME),
    kind: column('UInt8'),
    // Spans without a parent; together with SERVER and CONSUMER spans they are a service's requests.
    is_root: column('UInt8'),
    calls: column(TOTAL),
    errors: column(TOTAL),
    duration_ns: column(TOTAL),
    durations: DURATIONS,
  },
  ['operation', 'kind', 'is_root'],
);

/**
 * Rate, errors and duration of each service's requests by minute: its SERVER and CONSUMER spans and its root spans.
 * `added_*` is what sampling left out, to be added to the figures of the stored spans. Filled from `spans` by
 * `request_minutes_view`.
 */
export const REQUEST_MINUTES = minutesTable('request_minutes', {
  // All spans, including those that are not requests.
  spans: column(TOTAL),
  requests: column(TOTAL),
  errors: column(TOTAL),
  duration_ns: column(TOTAL),
  added_spans: column(ESTIMATE),
  added_requests: column(ESTIMATE),
  added_errors: column(ESTIMATE),
  added_duration_ns: column(ESTIMATE),
  durations: DURATIONS,
});

/**
 * What sampling left out of the minutes of a service, before `request_minutes` held it next to the stored figures. No
 * longer filled.
 */
export const SAMPLED_MINUTES = minutesTable(
  'sampled_minutes',
  {
    // SERVER, CONSUMER or a root span, as in service_minutes.
    is_request: column('UInt8'),
    added_calls: column(ESTIMATE),
    added_errors: column(ESTIMATE),
    added_duration_ns: column(ESTIMATE),
  },
  ['is_request'],
);

/** Figures of services by minute; `key` holds the additional key columns. */
function minutesTable<const Columns extends ColumnSet>(
  name: string,
  columns: Columns,
  key: readonly (keyof Columns & string)[] = [],
): TableDefinition<typeof MINUTE & Columns> {
  return defineTable(name, {
    engine: 'AggregatingMergeTree',
    columns: { ...MINUTE, ...columns },
    timeBound: 'minute',
    orderBy: `(${['project_number', 'minute', 'service_name', 'environment', ...key].join(', ')})`,
    partitionBy: '(retention_days, toDate(minute))',
    ttl: 'minute + toIntervalDay(retention_days)',
    shardBy: 'cityHash64(project_number, service_name)',
  });
}
