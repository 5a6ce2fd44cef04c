import { REQUEST_MINUTES, SAMPLED_MINUTES, SERVICE_MINUTES, SPANS } from '@svc/tables';
import { STANDS_FOR } from './sampling.js';
import type { Migration, ViewDefinition } from './migration.js';

const OF_SPAN = "(kind IN (2, 5) OR parent_span_id = toFixedString('', 8))";
const OF_MINUTE = '(kind IN (2, 5) OR is_root = 1)';
const GROUP_BY = ['project_number', 'retention_days', 'minute', 'service_name', 'environment'];
const KEY = {
  project_number: 'project_number',
  retention_days: 'retention_days',
  minute: 'minute',
  service_name: 'service_name',
  environment: 'environment',
};

const REQUEST_MINUTES_VIEW: ViewDefinition = {
  name: 'request_minutes_view',
  from: SPANS,
  to: REQUEST_MINUTES,
  select: {
    ...KEY,
    minute: 'toStartOfMinute(toDateTime(timestamp))',
    spans: 'count()',
    requests: `countIf(${OF_SPAN})`,
    errors: `countIf(status_code = 2 AND ${OF_SPAN})`,
    // Qualified with the table, because a bare name would refer to the alias.
    duration_ns: `sumIf(spans.duration_ns, ${OF_SPAN})`,
    added_spans: 'sum(adjusted_count - 1)',
    added_requests: `sumIf(adjusted_count - 1, ${OF_SPAN})`,
    added_errors: `sumIf(adjusted_count - 1, status_code = 2 AND ${OF_SPAN})`,
    added_duration_ns: `sumIf((adjusted_count - 1) * spans.duration_ns, ${OF_SPAN})`,
    durations: `quantilesTDigestStateIf(0.5, 0.95, 0.99)(spans.duration_ns, ${OF_SPAN})`,
  },
  groupBy: GROUP_BY,
};

/** Operations remain countable; storing their durations would cost more than it is worth. */
const SERVICE_MINUTES_VIEW: ViewDefinition = {
  name: 'service_minutes_view',
  from: SPANS,
  to: SERVICE_MINUTES,
  select: {
    ...KEY,
    minute: 'toStartOfMinute(toDateTime(timestamp))',
    operation: 'name',
    kind: 'kind',
    is_root: "toUInt8(parent_span_id = toFixedString('', 8))",
    calls: 'count()',
  },
  groupBy: [...GROUP_BY, 'operation', 'kind', 'is_root'],
};

/**
 * Figures of services by minute without their operations: a service with many operations reads as fast as one with few. Earlier
 * counts are copied from the previous tables.
 */
export const REQUESTS: Migration = {
  name: '0006_request_minutes',
  steps: [
    {
      kind: 'alter',
      alter: {
        table: SPANS,
        clause: `MODIFY COLUMN IF EXISTS adjusted_count Float64 MATERIALIZED ${STANDS_FOR}`,
        changesColumns: true,
      },
    },
    // Runs in the background. Until it is finished, the value is computed on read from all attributes of a span.
    {
      kind: 'alter',
      alter: { table: SPANS, clause: 'MATERIALIZE COLUMN adjusted_count', changesColumns: false },
    },
    { kind: 'table', table: REQUEST_MINUTES },
    {
      kind: 'fill',
      fill: {
        from: SERVICE_MINUTES,
        to: REQUEST_MINUTES,
        select: {
          ...KEY,
          spans: 'sum(calls)',
          requests: `sumIf(calls, ${OF_MINUTE})`,
          errors: `sumIf(service_minutes.errors, ${OF_MINUTE})`,
          duration_ns: `sumIf(service_minutes.duration_ns, ${OF_MINUTE})`,
          durations: `quantilesTDigestMergeStateIf(0.5, 0.95, 0.99)(service_minutes.durations, ${OF_MINUTE})`,
        },
        groupBy: GROUP_BY,
      },
    },
    {
      kind: 'fill',
      fill: {
        from: SAMPLED_MINUTES,
        to: REQUEST_MINUTES,
        select: {
          ...KEY,
          added_spans: 'sum(added_calls)',
          added_requests: 'sumIf(added_calls, is_request = 1)',
          added_errors: 'sumIf(sampled_minutes.added_errors, is_request = 1)',
          added_duration_ns: 'sumIf(sampled_minutes.added_duration_ns, is_request = 1)',
        },
        groupBy: GROUP_BY,
      },
    },
    { kind: 'view', view: REQUEST_MINUTES_VIEW },
    { kind: 'drop-view', name: SERVICE_MINUTES_VIEW.name },
    { kind: 'view', view: SERVICE_MINUTES_VIEW },
    { kind: 'drop-view', name: 'sampled_minutes_view' },
  ],
};
