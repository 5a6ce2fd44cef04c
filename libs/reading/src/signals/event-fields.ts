import { fields, type SearchableTable } from '../search-language/index.js';
import { anyOf, sql } from '../statement/index.js';

/** The searchable fields of product events. Any other name is a property. Words are searched in names and in values of properties. */
export const EVENT_FIELDS: SearchableTable = {
  words: (predicate) =>
    anyOf([predicate(sql`event`), sql`arrayExists(word -> (${predicate(sql`word`)}), mapValues(attributes))`]),
  fields: fields(
    { names: ['event', 'name'], field: { type: 'keyword', column: sql`event` } },
    { names: ['distinct_id'], field: { type: 'keyword', column: sql`distinct_id` } },
    { names: ['session_id'], field: { type: 'keyword', column: sql`session_id` } },
    { names: ['service', 'service_name', 'service.name'], field: { type: 'keyword', column: sql`service_name` } },
    { names: ['environment', 'env'], field: { type: 'keyword', column: sql`environment` } },
    { names: ['release'], field: { type: 'keyword', column: sql`release` } },
  ),
};

/** The properties of an event as a map: a member that is not a string is its JSON. */
export const EVENT_ATTRIBUTES = sql`CAST(JSONExtractKeysAndValues(properties, 'String'), 'Map(String, String)')`;
