import { AI_ARRIVALS, LOGS } from '@svc/tables';
import type { Migration, ViewDefinition } from './migration.js';

/** Results of evaluations that arrive as log records, often long after the run: its traces are assembled again, and then get scores. */
const EVALUATION_ARRIVALS_VIEW: ViewDefinition = {
  name: 'evaluation_arrivals_view',
  from: LOGS,
  to: AI_ARRIVALS,
  select: {
    project_number: 'project_number',
    stored_at: 'now()',
    trace_id: 'trace_id',
    spans: 'count()',
    first_seen: 'min(timestamp)',
    last_seen: 'max(timestamp)',
  },
  where: "event_name = 'gen_ai.evaluation.result' AND trace_id != toFixedString('', 16)",
  groupBy: ['project_number', 'stored_at', 'trace_id'],
};

export const EVALUATION_EVENTS: Migration = {
  name: '0010_evaluation_events',
  steps: [{ kind: 'view', view: EVALUATION_ARRIVALS_VIEW }],
};
