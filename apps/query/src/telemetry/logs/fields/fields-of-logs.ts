import { LOG_FIELDS } from '@svc/reading/signals';
import { sql } from '@svc/reading/statement';
import { LOGS } from '@svc/tables';
import type { FieldSource } from '../../fields/fields.query.js';

export const FIELDS_OF_LOGS: FieldSource = {
  table: LOGS,
  searchable: LOG_FIELDS,
  listed: [
    'service',
    'level',
    'environment',
    'release',
    'event_name',
    'severity_text',
    'scope',
    'distinct_id',
    'session_id',
  ],
  columns: sql`service_name, severity_number, environment, release, event_name, severity_text, scope_name, distinct_id,
  session_id`,
};
