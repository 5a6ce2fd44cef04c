import type { SearchableTable } from '@svc/reading/search-language';
import { EVENT_ATTRIBUTES, EVENT_FIELDS } from '@svc/reading/signals';
import { select, selectFrom, sql, stringParam, type Scope } from '@svc/reading/statement';
import { invalidField } from '@svc/service-error';
import { EVENTS } from '@svc/tables';
import { personHash } from '../../../customers/index.js';
import type { Question } from '../question.js';
import { needsOnly, type SourceShape, type Sources } from './source.js';

/** The searchable fields of product events, and the person of each. */
const MEASURED_FIELDS: SearchableTable = {
  ...EVENT_FIELDS,
  fields: new Map([...EVENT_FIELDS.fields, ['person', { type: 'keyword', column: sql`person` }]]),
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
  const hasProperties = !needsOnly(COLUMNS, asked, MEASURED_FIELDS);
  const isFinal = !needsOnly(KEY_COLUMNS, asked, MEASURED_FIELDS);
  const attributes = hasProperties ? EVENT_ATTRIBUTES : sql`CAST(map(), 'Map(String, String)')`;
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
    table: MEASURED_FIELDS,
    rows: sql`1`,
    weight: sql`1.`,
    errors: sql`0.`,
    time: sql`toUnixTimestamp64Nano(timestamp)`,
    select: ({ during, ...shape }: SourceShape) => selectFrom(selectRows(during), shape),
  };
  return { records };
}
