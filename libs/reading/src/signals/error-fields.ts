import { fields, type NumberRange, type SearchableTable } from '../search-language/index.js';
import { anyOf, sql } from '../statement/index.js';
import { ORIGIN_FIELDS } from './origin-fields.js';
import { readableCulprit } from './readable-culprit.js';

/** Levels of errors from the least to the most severe, by their spellings. */
export const ERROR_LEVELS: ReadonlyMap<string, NumberRange> = new Map([
  ['debug', { low: 1, high: 1 }],
  ['info', { low: 2, high: 2 }],
  ['warn', { low: 3, high: 3 }],
  ['warning', { low: 3, high: 3 }],
  ['error', { low: 4, high: 4 }],
  ['fatal', { low: 5, high: 5 }],
]);

/** The number of a row's level in `ERROR_LEVELS`; 0 for any other. */
const LEVEL_NUMBER = sql`indexOf(['debug', 'info', 'warning', 'error', 'fatal'], toString(level))`;

/** The searchable fields of errors. Words are searched in the type and in the message. */
export const ERROR_FIELDS: SearchableTable = {
  words: (predicate) => anyOf([predicate(sql`message`), predicate(sql`toString(type)`)]),
  fields: fields(
    { names: ['type', 'exception.type'], field: { type: 'keyword', column: sql`type` } },
    {
      names: ['message', 'exception.message'],
      field: { type: 'text', matches: (predicate) => predicate(sql`message`) },
    },
    { names: ['culprit'], field: { type: 'keyword', column: sql`culprit`, inScope: readableCulprit } },
    { names: ['level', 'severity'], field: { type: 'named', column: LEVEL_NUMBER, names: ERROR_LEVELS } },
    { names: ['handled'], field: { type: 'keyword', column: sql`handled` } },
    { names: ['platform'], field: { type: 'keyword', column: sql`platform` } },
    { names: ['mechanism'], field: { type: 'keyword', column: sql`mechanism` } },
    { names: ['source'], field: { type: 'keyword', column: sql`source` } },
    { names: ['dist'], field: { type: 'keyword', column: sql`dist` } },
    { names: ['user', 'person'], field: { type: 'keyword', column: sql`distinct_id` } },
    { names: ['session'], field: { type: 'keyword', column: sql`session_id` } },
    { names: ['trace'], field: { type: 'id', column: sql`trace_id`, bytes: 16 } },
    ...ORIGIN_FIELDS,
    { names: ['error_id'], field: { type: 'id', column: sql`error_id`, bytes: 16 } },
  ),
  indexes: new Map([
    ['message', 'message_tokens'],
    ['trace_id', 'trace_id_bloom'],
    ['distinct_id', 'distinct_id_bloom'],
    ['session_id', 'session_id_bloom'],
  ]),
};
