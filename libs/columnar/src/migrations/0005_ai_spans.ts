import { AI_ARRIVALS, SPANS } from '@svc/tables';
import type { Migration, ViewDefinition } from './migration.js';

const AI_ARRIVALS_VIEW: ViewDefinition = {
  name: 'ai_arrivals_view',
  from: SPANS,
  to: AI_ARRIVALS,
  select: {
    project_number: 'project_number',
    stored_at: 'now()',
    trace_id: 'trace_id',
    spans: 'count()',
    first_seen: 'min(timestamp)',
    last_seen: 'max(timestamp)',
  },
  where: 'is_ai = 1',
  groupBy: ['project_number', 'stored_at', 'trace_id'],
};

export const AI_SPANS: Migration = {
  name: '0005_ai_spans',
  steps: [
    { kind: 'table', table: AI_ARRIVALS },
    { kind: 'view', view: AI_ARRIVALS_VIEW },
  ],
};
