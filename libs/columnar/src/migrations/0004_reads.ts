import { SAMPLED_MINUTES, SPANS } from '@svc/tables';
import { ADJUSTED_COUNT } from './sampling.js';
import type { Migration, ViewDefinition } from './migration.js';

const SAMPLED_MINUTES_VIEW: ViewDefinition = {
  name: 'sampled_minutes_view',
  from: SPANS,
  to: SAMPLED_MINUTES,
  where: "position(trace_state, 'th:') > 0",
  select: {
    project_number: 'project_number',
    retention_days: 'retention_days',
    minute: 'toStartOfMinute(toDateTime(timestamp))',
    service_name: 'service_name',
    environment: 'environment',
    is_request: "toUInt8(kind IN (2, 5) OR parent_span_id = toFixedString('', 8))",
    added_calls: `sum(${ADJUSTED_COUNT} - 1)`,
    added_errors: `sumIf(${ADJUSTED_COUNT} - 1, status_code = 2)`,
    added_duration_ns: `sum((${ADJUSTED_COUNT} - 1) * duration_ns)`,
  },
  groupBy: ['project_number', 'retention_days', 'minute', 'service_name', 'environment', 'is_request'],
};

/** Adds the weight of each sampled span and the missing weight of each minute. */
export const READS: Migration = {
  name: '0004_reads',
  steps: [
    {
      kind: 'alter',
      alter: {
        table: SPANS,
        clause: `ADD COLUMN IF NOT EXISTS adjusted_count Float64 ALIAS ${ADJUSTED_COUNT}`,
        changesColumns: true,
      },
    },
    { kind: 'table', table: SAMPLED_MINUTES },
    { kind: 'view', view: SAMPLED_MINUTES_VIEW },
  ],
};
