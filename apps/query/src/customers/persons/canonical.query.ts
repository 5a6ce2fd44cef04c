import { PERSON_OVERRIDES } from '@svc/tables';
import { select, sql, Sql, stringParams, type Scope } from '@svc/reading/statement';

/**
 * The canonical distinct ID of a row. A person has exactly one, so counting canonical IDs counts persons, also right
 * after a merge. An expression for any statement on a table with the column; an empty ID stays empty.
 */
export function canonicalDistinctId(scope: Scope, column: Sql = sql`distinct_id`): Sql {
  // Both lists come from the same rows in the same order; the engine evaluates each once per statement, as a constant.
  return sql`transform(${column}, (${linked(scope, sql`linked_id`)}), (${linked(scope, sql`canonical_id`)}), ${column})`;
}

/**
 * A hash of 64 bits that identifies the person of a row. Where persons are only counted and told apart, it takes a
 * fraction of the memory of their IDs.
 */
export const personHash = (scope: Scope): Sql => sql`cityHash64(${canonicalDistinctId(scope)})`;

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

/** A list that is never empty, because `transform` accepts no empty one; no event has the empty ID. */
const linked = (scope: Scope, column: Sql): Sql =>
  sql`SELECT arrayPushBack(groupArray(${column}), '') FROM (${overrides(scope)})`;

/** The distinct IDs that currently have another canonical ID. */
function overrides(scope: Scope): Sql {
  return select({
    columns: sql`distinct_id AS linked_id, argMax(canonical_distinct_id, version) AS canonical_id`,
    from: PERSON_OVERRIDES,
    scope,
    groupBy: sql`distinct_id`,
    having: [sql`canonical_id != linked_id`],
    orderBy: sql`linked_id`,
  });
}
