import {
  LOG_MINUTES,
  LOGS,
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_POINTS,
  METRIC_SEEN,
  METRIC_SUMMARIES,
  REQUEST_FIGURE_NAMES,
  REQUEST_HOURS,
  REQUEST_MINUTES,
  SERVICE_HOURS,
  SERVICE_MINUTES,
  SPANS,
  TRACE_SUMMARIES,
  type TableDefinition,
} from '@svc/tables';
import type { ViewDefinition } from './migration.js';

const NO_PARENT = "parent_span_id = toFixedString('', 8)";
/** SERVER, CONSUMER and root spans: the requests of a service. */
const IS_REQUEST = `(kind IN (2, 5) OR ${NO_PARENT})`;
const ERROR_STATUS = 2;

const MINUTE = {
  project_number: 'project_number',
  retention_days: 'retention_days',
  minute: 'toStartOfMinute(toDateTime(timestamp))',
  service_name: 'service_name',
  environment: 'environment',
};
const BY_MINUTE = Object.keys(MINUTE);
/** The hour of a minute. */
const HOUR = {
  project_number: 'project_number',
  retention_days: 'retention_days',
  hour: 'toStartOfHour(minute)',
  service_name: 'service_name',
  environment: 'environment',
};
const OPERATION_KEY = { operation: 'operation', kind: 'kind', is_root: 'is_root' };

const TRACE_SUMMARIES_VIEW: ViewDefinition = {
  name: 'trace_summaries_view',
  from: SPANS,
  to: TRACE_SUMMARIES,
  select: {
    project_number: 'project_number',
    retention_days: 'retention_days',
    day: 'toDate(timestamp)',
    trace_id: 'trace_id',
    start_time: 'min(timestamp)',
    end_time: 'max(timestamp + toIntervalNanosecond(duration_ns))',
    span_count: 'count()',
    error_count: `countIf(status_code = ${ERROR_STATUS})`,
    services: "arrayFilter(name -> name != '', groupUniqArray(toString(service_name)))",
    environments: "arrayFilter(name -> name != '', groupUniqArray(toString(environment)))",
    root_name: `maxIf(toString(name), ${NO_PARENT})`,
    root_service: `maxIf(toString(service_name), ${NO_PARENT})`,
    distinct_id: 'max(spans.distinct_id)',
  },
  groupBy: ['project_number', 'retention_days', 'day', 'trace_id'],
};

/** Operations are only counted; storing their durations would cost more than it is worth. */
const SERVICE_MINUTES_VIEW: ViewDefinition = {
  name: 'service_minutes_view',
  from: SPANS,
  to: SERVICE_MINUTES,
  select: {
    ...MINUTE,
    operation: 'name',
    kind: 'kind',
    is_root: `toUInt8(${NO_PARENT})`,
    calls: 'count()',
  },
  groupBy: [...BY_MINUTE, 'operation', 'kind', 'is_root'],
};

const SERVICE_HOURS_VIEW: ViewDefinition = {
  name: 'service_hours_view',
  from: SERVICE_MINUTES,
  to: SERVICE_HOURS,
  select: { ...HOUR, ...OPERATION_KEY, calls: 'sum(service_minutes.calls)' },
  groupBy: Object.keys({ ...HOUR, ...OPERATION_KEY }),
};

const REQUEST_MINUTES_VIEW: ViewDefinition = {
  name: 'request_minutes_view',
  from: SPANS,
  to: REQUEST_MINUTES,
  select: {
    ...MINUTE,
    spans: 'count()',
    requests: `countIf(${IS_REQUEST})`,
    errors: `countIf(status_code = ${ERROR_STATUS} AND ${IS_REQUEST})`,
    // Qualified with the table, because a bare name would refer to the alias.
    duration_ns: `sumIf(spans.duration_ns, ${IS_REQUEST})`,
    added_spans: 'sum(adjusted_count - 1)',
    added_requests: `sumIf(adjusted_count - 1, ${IS_REQUEST})`,
    added_errors: `sumIf(adjusted_count - 1, status_code = ${ERROR_STATUS} AND ${IS_REQUEST})`,
    added_duration_ns: `sumIf((adjusted_count - 1) * spans.duration_ns, ${IS_REQUEST})`,
    durations: `quantilesTDigestStateIf(0.5, 0.95, 0.99)(spans.duration_ns, ${IS_REQUEST})`,
  },
  groupBy: BY_MINUTE,
};

const REQUEST_HOURS_VIEW: ViewDefinition = {
  name: 'request_hours_view',
  from: REQUEST_MINUTES,
  to: REQUEST_HOURS,
  select: {
    ...HOUR,
    last_minute: 'max(minute)',
    ...Object.fromEntries(REQUEST_FIGURE_NAMES.map((name) => [name, merged(name)])),
  },
  groupBy: Object.keys(HOUR),
};

/** Qualified with the table, because a bare name would refer to the alias. */
function merged(name: (typeof REQUEST_FIGURE_NAMES)[number]): string {
  const column = `request_minutes.${name}`;
  return name === 'durations' ? `quantilesTDigestMergeState(0.5, 0.95, 0.99)(${column})` : `sum(${column})`;
}

const LOG_MINUTES_VIEW: ViewDefinition = {
  name: 'log_minutes_view',
  from: LOGS,
  to: LOG_MINUTES,
  select: { ...MINUTE, severity_number: 'severity_number', records: 'count()' },
  groupBy: [...BY_MINUTE, 'severity_number'],
};

/** A series is written once a day, so only the points tell when its metric was last received. */
const seenView = (from: TableDefinition): ViewDefinition => ({
  name: `metric_seen_from_${from.name}`,
  from,
  to: METRIC_SEEN,
  select: { project_number: 'project_number', metric_name: 'metric_name', last_point: 'max(timestamp)' },
  groupBy: ['project_number', 'metric_name'],
});

export const VIEWS: readonly ViewDefinition[] = [
  TRACE_SUMMARIES_VIEW,
  SERVICE_MINUTES_VIEW,
  SERVICE_HOURS_VIEW,
  REQUEST_MINUTES_VIEW,
  REQUEST_HOURS_VIEW,
  LOG_MINUTES_VIEW,
  ...[METRIC_POINTS, METRIC_HISTOGRAMS, METRIC_EXPONENTIAL_HISTOGRAMS, METRIC_SUMMARIES].map(seenView),
];
