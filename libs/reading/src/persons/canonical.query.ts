import { PERSON_OVERRIDES } from '@svc/tables';
import { select, sql, Sql, stringParams, type Scope } from '../statement/index.js';

/**
 * The canonical distinct ID of a row. A person has exactly one, so counting canonical IDs counts persons, also right
 * after a merge. An expression for any statement on a table with the column; an empty ID stays empty.
 *
 * @param among a subselect of all IDs that the column can have there; much faster if these are few.
 */
export function canonicalDistinctId(scope: Scope, column: Sql = sql`distinct_id`, among?: Sql): Sql {
  return replaced(
    column,
    links(overrides(scope, among), (id) => id, sql`''`),
  );
}

/**
 * A hash of 64 bits that identifies the person of a row. Where persons are only counted and told apart, it takes a
 * fraction of the time and the memory of their IDs.
 *
 * @param id the hash of the row's distinct ID; by default the column of events.
 */
export function personHash(scope: Scope, id: Sql = sql`distinct_id_hash`): Sql {
  return replaced(id, links(overrides(scope), distinctIdHash, sql`toUInt64(0)`));
}

/** The hash of a distinct ID, as events store it. */
export const distinctIdHash = (id: Sql): Sql => sql`cityHash64(${id})`;

/**
 * All distinct IDs of persons, as a subselect: `distinct_id IN (...)`.
 *
 * @param persons their canonical distinct IDs, or a subselect of them as `canonical`.
 */
export function selectDistinctIds(scope: Scope, persons: readonly string[] | Sql): Sql {
  const canonicals = persons instanceof Sql ? persons : sql`SELECT arrayJoin(${stringParams(persons)}) AS canonical`;
  return sql`SELECT canonical AS linked_id FROM (${canonicals})
UNION ALL
SELECT linked_id FROM (${overrides(scope)}) WHERE canonical_id IN (${canonicals})`;
}

/** The subselect occurs twice, but is equal, so the engine evaluates it once per statement, as a constant. */
const replaced = (id: Sql, lists: Sql): Sql =>
  sql`transform(${id}, tupleElement((${lists}), 1), tupleElement((${lists}), 2), ${id})`;

/**
 * Two lists: linked IDs, and the canonical ID of each. Both end with a value that no ID has, because `transform` accepts no
 * empty list.
 */
function links(found: Sql, form: (id: Sql) => Sql, none: Sql): Sql {
  const list = (column: Sql): Sql => sql`arrayPushBack(groupArray(${form(column)}), ${none})`;
  return sql`SELECT (${list(sql`linked_id`)}, ${list(sql`canonical_id`)}) FROM (${found})`;
}

/** The distinct IDs that currently have another canonical ID. */
function overrides(scope: Scope, among?: Sql): Sql {
  return select({
    columns: sql`distinct_id AS linked_id, canonical_distinct_id AS canonical_id`,
    from: PERSON_OVERRIDES,
    final: true,
    scope,
    where: [among && sql`distinct_id IN (${among})`, sql`canonical_distinct_id != distinct_id`],
  });
}
