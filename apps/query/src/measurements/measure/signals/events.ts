import { fields, type SearchableTable } from '@svc/reading/search-language';
import { anyOf, select, selectFrom, sql, stringParam, type Scope } from '@svc/reading/statement';
import { invalidField } from '@svc/service-error';
import { EVENTS } from '@svc/tables';
import { personHash } from '../../../customers/index.js';
import type { Question } from '../question.js';
import { needsOnly, type SourceShape, type Sources } from './source.js';

/** The searchable fields of product events. Any other name is a property. */
const EVENT_FIELDS: SearchableTable = {
  words: (predicate) =>
    anyOf([predicate(sql`event`), sql`arrayExists(word -> (${predicate(sql`word`)}), mapValues(attributes))`]),
  fields: fields(
    { names: ['event', 'name'], field: { type: 'keyword', column: sql`event` } },
    { names: ['distinct_id'], field: { type: 'keyword', column: sql`distinct_id` } },
    { names: ['person'], field: { type: 'keyword', column: sql`person` } },
    { names: ['session_id'], field: { type: 'keyword', column: sql`session_id` } },
    { names: ['service', 'service_name', 'service.name'], field: { type: 'keyword', column: sql`service_name` } },
    { names: ['environment', 'env'], field: { type: 'keyword', column: sql`environment` } },
    { names: ['release'], field: { type: 'keyword', column: sql`release` } },
  ),
};

const COLUMNS = new Set(['event', 'distinct_id', 'person', 'session_id', 'service_name', 'environment', 'release']);

/** Columns in which rows that replace each other agree. */
const KEY_COLUMNS = new Set(['event', 'person']);

/**
 * Product events. A message ID that arrived twice counts once, so rows that replace each other are deduplicated; the
 * field `person` is the person of an event, after merges.
 */
export function eventSources(question: Question, scope: Scope): Sources {
  if (question.aggregate === 'error_ratio') throw invalidField('aggregate', 'must not be error_ratio');
  const asked = {
    ...question,
    groupBy: question.field === '' ? question.groupBy : [...question.groupBy, question.field],
  };
  const hasProperties = !needsOnly(COLUMNS, asked, EVENT_FIELDS);
  const isFinal = !needsOnly(KEY_COLUMNS, asked, EVENT_FIELDS);
  // A member that is not a string is its JSON.
  const attributes = hasProperties
    ? sql`CAST(JSONExtractKeysAndValues(properties, 'String'), 'Map(String, String)')`
    : sql`CAST(map(), 'Map(String, String)')`;
  const person = [...asked.groupBy, asked.filter].some((text) => text.includes('person'))
    ? sql`toString(${personHash(scope)})`
    : sql`''`;
  const selectRows = (during: SourceShape['during']) =>
    select({
      columns: sql`timestamp, toString(event) AS event, distinct_id, session_id, toString(service_name) AS service_name,
  toString(environment) AS environment, toString(release) AS release, message_id_hash, toUInt64(0) AS resource_hash,
  ${person} AS person, ${attributes} AS attributes`,
      from: EVENTS,
      ...(isFinal && { final: true as const }),
      scope,
      during,
      where: [question.event === '' ? undefined : sql`events.event = ${stringParam(question.event)}`],
      // Rows of a key that are not merged yet.
      ...(!isFinal && { limitBy: sql`timestamp, message_id_hash, distinct_id_hash`, limit: 1 }),
    });
  const records = {
    table: EVENT_FIELDS,
    rows: sql`1`,
    weight: sql`1.`,
    errors: sql`0.`,
    time: sql`toUnixTimestamp64Nano(timestamp)`,
    select: ({ during, ...shape }: SourceShape) => selectFrom(selectRows(during), shape),
  };
  return { records };
}
