import { fields, type SearchableTable } from '../search-language/index.js';
import { sql } from '../statement/index.js';
import { LEVELS } from './levels.js';
import { ORIGIN_FIELDS } from './origin-fields.js';

/** The searchable fields of log records. */
export const LOG_FIELDS: SearchableTable = {
  words: (predicate) => predicate(sql`body`),
  fields: fields(
    { names: ['body', 'message'], field: { type: 'text', matches: (predicate) => predicate(sql`body`) } },
    { names: ['level', 'severity'], field: { type: 'named', column: sql`severity_number`, names: LEVELS } },
    { names: ['severity_number'], field: { type: 'number', column: sql`severity_number` } },
    { names: ['severity_text'], field: { type: 'keyword', column: sql`severity_text` } },
    { names: ['event_name'], field: { type: 'keyword', column: sql`event_name` } },
    ...ORIGIN_FIELDS,
    { names: ['log_id'], field: { type: 'id', column: sql`log_id`, bytes: 16 } },
  ),
  indexes: new Map([
    ['body', 'body_tokens'],
    ['service_name', 'service_names'],
    ['severity_number', 'severity_numbers'],
    ['attributes', 'attribute_values'],
    ['trace_id', 'trace_id_bloom'],
  ]),
};
