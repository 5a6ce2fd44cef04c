import {
  LOGS,
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_POINTS,
  METRIC_SERIES,
  METRIC_SUMMARIES,
  RESOURCES,
  SERVICE_MINUTES,
  SPANS,
  TRACE_SUMMARIES,
  type TableDefinition,
} from '@svc/tables';
import type { Migration, Step, ViewDefinition } from './migration.js';

const table = (definition: TableDefinition): Step => ({ kind: 'table', table: definition });

const TABLES = [
  SPANS,
  LOGS,
  RESOURCES,
  METRIC_SERIES,
  METRIC_POINTS,
  METRIC_HISTOGRAMS,
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_SUMMARIES,
];

const NO_PARENT = "parent_span_id = toFixedString('', 8)";
const ERROR_STATUS = 2;

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

const SERVICE_MINUTES_VIEW: ViewDefinition = {
  name: 'service_minutes_view',
  from: SPANS,
  to: SERVICE_MINUTES,
  select: {
    project_number: 'project_number',
    retention_days: 'retention_days',
    minute: 'toStartOfMinute(toDateTime(timestamp))',
    service_name: 'service_name',
    environment: 'environment',
    operation: 'name',
    kind: 'kind',
    is_root: `toUInt8(${NO_PARENT})`,
    calls: 'count()',
    errors: `countIf(status_code = ${ERROR_STATUS})`,
    // Qualified with the table, because a bare name would refer to the alias.
    duration_ns: 'sum(spans.duration_ns)',
    durations: 'quantilesTDigestState(0.5, 0.95, 0.99)(spans.duration_ns)',
  },
  groupBy: [
    'project_number',
    'retention_days',
    'minute',
    'service_name',
    'environment',
    'operation',
    'kind',
    'is_root',
  ],
};

export const TELEMETRY: Migration = {
  name: '0001_telemetry',
  steps: [
    ...TABLES.map(table),
    { kind: 'table', table: TRACE_SUMMARIES },
    { kind: 'table', table: SERVICE_MINUTES },
    { kind: 'view', view: TRACE_SUMMARIES_VIEW },
    { kind: 'view', view: SERVICE_MINUTES_VIEW },
  ],
};
