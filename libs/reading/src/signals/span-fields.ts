import { fields, type SearchableTable, type NumberRange } from '../search-language/index.js';
import { anyOf, sql } from '../statement/index.js';
import { ORIGIN_FIELDS } from './origin-fields.js';

const SPAN_KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const SPAN_STATUSES = ['unset', 'ok', 'error'] as const;

export const kindName = (code: number): string => SPAN_KINDS[code] ?? 'unspecified';
export const statusName = (code: number): string => SPAN_STATUSES[code] ?? 'unset';

export const KINDS = numbered(SPAN_KINDS);
export const STATUSES = numbered(SPAN_STATUSES);

function numbered(names: readonly string[]): ReadonlyMap<string, NumberRange> {
  return new Map(names.map((name, code) => [name, { low: code, high: code }]));
}

/** Whether a span is a request to its service: of kind server or consumer, or without a parent. As in the minutes of services. */
const IS_REQUEST = sql`if(kind IN (2, 5) OR parent_span_id = toFixedString('', 8), 'yes', 'no')`;

/** The searchable fields of spans. Words are searched in names and in attribute values. */
export const SPAN_FIELDS: SearchableTable = {
  words: (predicate) =>
    anyOf([
      predicate(sql`name`),
      predicate(sql`service_name`),
      predicate(sql`status_message`),
      sql`arrayExists(word -> (${predicate(sql`word`)}), mapValues(attributes))`,
    ]),
  fields: fields(
    { names: ['name', 'operation'], field: { type: 'keyword', column: sql`name` } },
    { names: ['kind'], field: { type: 'named', column: sql`kind`, names: KINDS } },
    { names: ['status'], field: { type: 'named', column: sql`status_code`, names: STATUSES } },
    {
      names: ['status_message'],
      field: { type: 'text', matches: (predicate) => predicate(sql`status_message`) },
    },
    { names: ['duration_ms'], field: { type: 'number', column: sql`(duration_ns / 1e6)` } },
    { names: ['request'], field: { type: 'keyword', column: IS_REQUEST } },
    ...ORIGIN_FIELDS,
    { names: ['parent_span_id'], field: { type: 'id', column: sql`parent_span_id`, bytes: 8 } },
  ),
  indexes: new Map([
    ['attributes', 'attribute_values'],
    ['trace_id', 'trace_id_bloom'],
  ]),
};
