import { ESTIMATE, NAME, OWNER, TOTAL } from './columns.js';
import { aliasColumn, column, defineTable, type ColumnSet, type TableDefinition } from './table.js';

const SERVICE = { service_name: column(NAME), environment: column(NAME) };
const MINUTE = { ...OWNER, minute: column('DateTime'), ...SERVICE };
const HOUR = { ...OWNER, hour: column('DateTime'), ...SERVICE };

const OPERATION = {
  operation: column(NAME),
  kind: column('UInt8'),
  // Spans without a parent; together with SERVER and CONSUMER spans they are a service's requests.
  is_root: column('UInt8'),
  calls: column(TOTAL),
};
const OPERATION_KEY = ['operation', 'kind', 'is_root'] as const;

/** Calls per minute, service and operation. Filled from `spans` by `service_minutes_view`. */
export const SERVICE_MINUTES = minutesTable('service_minutes', OPERATION, OPERATION_KEY);

/** `service_minutes` by hour. Filled from it by `service_hours_view`. */
export const SERVICE_HOURS = hoursTable('service_hours', OPERATION, OPERATION_KEY);

const REQUEST_FIGURES = {
  // All spans, including those that are not requests.
  spans: column(TOTAL),
  requests: column(TOTAL),
  errors: column(TOTAL),
  duration_ns: column(TOTAL),
  added_spans: column(ESTIMATE),
  added_requests: column(ESTIMATE),
  added_errors: column(ESTIMATE),
  added_duration_ns: column(ESTIMATE),
  durations: column('AggregateFunction(quantilesTDigest(0.5, 0.95, 0.99), UInt64)'),
};

/** The columns that a row of `request_hours` sums up. */
export const REQUEST_FIGURE_NAMES = Object.keys(REQUEST_FIGURES) as readonly (keyof typeof REQUEST_FIGURES)[];

/**
 * Rate, errors and duration of each service's requests by minute: its SERVER and CONSUMER spans and its root spans.
 * `added_*` is the part that sampling left out, to be added to the figures of the stored spans. Filled from `spans` by
 * `request_minutes_view`.
 */
export const REQUEST_MINUTES = minutesTable('request_minutes', REQUEST_FIGURES);

/** `request_minutes` by hour. Filled from it by `request_hours_view`. */
export const REQUEST_HOURS = hoursTable('request_hours', {
  // The last minute of the hour that has a row.
  last_minute: column('SimpleAggregateFunction(max, DateTime)'),
  ...REQUEST_FIGURES,
});

/** Log records per minute, service, environment and severity. Filled from `logs` by `log_minutes_view`. */
export const LOG_MINUTES = minutesTable(
  'log_minutes',
  // Signed, because the deletion of a record adds -1.
  {
    severity_number: column('UInt8'),
    // Conditions on records name it, see LOGS.
    is_error: aliasColumn('UInt8', 'severity_number >= 17'),
    records: column('SimpleAggregateFunction(sum, Int64)'),
  },
  ['severity_number'],
);

/** Figures of services by minute; `key` holds the additional key columns. */
function minutesTable<const Columns extends ColumnSet>(
  name: string,
  columns: Columns,
  key: readonly (keyof Columns & string)[] = [],
): TableDefinition<typeof MINUTE & Columns> {
  return defineTable(name, { ...partsBy('minute', key), columns: { ...MINUTE, ...columns } });
}

/** The table of the same counts by hour. */
function hoursTable<const Columns extends ColumnSet>(
  name: string,
  columns: Columns,
  key: readonly (keyof Columns & string)[] = [],
): TableDefinition<typeof HOUR & Columns> {
  return defineTable(name, { ...partsBy('hour', key), columns: { ...HOUR, ...columns } });
}

function partsBy(time: 'minute' | 'hour', key: readonly string[]) {
  return {
    engine: 'AggregatingMergeTree',
    timeBound: time,
    orderBy: `(${['project_number', time, 'service_name', 'environment', ...key].join(', ')})`,
    partitionBy: `(retention_days, toDate(${time}))`,
    ttl: `${time} + toIntervalDay(retention_days)`,
    shardBy: 'cityHash64(project_number, service_name)',
  } as const;
}
