import { SPAN_FIELDS } from '@svc/reading/signals';
import { sql } from '@svc/reading/statement';
import { SPANS } from '@svc/tables';
import type { FieldSource } from '../../fields/fields.query.js';

export const FIELDS_OF_SPANS: FieldSource = {
  table: SPANS,
  searchable: SPAN_FIELDS,
  listed: [
    'service',
    'name',
    'kind',
    'status',
    'request',
    'environment',
    'release',
    'scope',
    'distinct_id',
    'session_id',
  ],
  columns: sql`service_name, name, kind, status_code, parent_span_id, environment, release, scope_name, distinct_id, session_id`,
};
