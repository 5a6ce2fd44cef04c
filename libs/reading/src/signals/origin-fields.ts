import type { FieldDefinition } from '../search-language/index.js';
import { sql } from '../statement/index.js';

/** The origin of a span or a log record: the same columns, and so the same field names, in both tables. */
export const ORIGIN_FIELDS: readonly FieldDefinition[] = [
  { names: ['service', 'service_name', 'service.name'], field: { type: 'keyword', column: sql`service_name` } },
  {
    names: ['environment', 'env', 'deployment.environment', 'deployment.environment.name'],
    field: { type: 'keyword', column: sql`environment` },
  },
  { names: ['release', 'service.version'], field: { type: 'keyword', column: sql`release` } },
  { names: ['scope', 'scope_name'], field: { type: 'keyword', column: sql`scope_name` } },
  { names: ['distinct_id'], field: { type: 'keyword', column: sql`distinct_id` } },
  { names: ['session_id'], field: { type: 'keyword', column: sql`session_id` } },
  { names: ['trace_id'], field: { type: 'id', column: sql`trace_id`, bytes: 16 } },
  { names: ['span_id'], field: { type: 'id', column: sql`span_id`, bytes: 8 } },
];
