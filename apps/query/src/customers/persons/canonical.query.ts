import { PERSON_OVERRIDES } from '@svc/tables';
import { select, sql, Sql, stringParams, type Scope } from '@svc/reading/statement';

/**
 * The canonical distinct id of a row: a person has one, so counting canonical ids counts persons, also right after a merge. An
 * expression for any statement over a table with the column; an empty id stays empty.
 */
export function canonicalDistinctId(scope: Scope, column: Sql = sql`distinct_id`): Sql {
  // Both lists come out of the same rows in the same order; the engine reads each once for a statement, as a constant.
  return sql`transform(${column}, (${linked(scope, sql`linked_id`)}), (${linked(scope, sql`canonical_id`)}), ${column})`;
}

/**
 * A hash of 64 bits that stands for the person of a row: where persons are only counted and kept apart, it takes a fraction of the
 * memory of their ids.
 */
export const personHash = (scope: Scope): Sql => sql`cityHash64(${canonicalDistinctId(scope)})`;

/**
 * Every distinct id of persons, as a subselect: `distinct_id IN (...)`.
 * @param persons their canonical distinct ids, or a subselect of them as `canonical`.
 */
export function distinctIdsOf(scope: Scope, persons: readonly string[] | Sql): Sql {
  const canonicals = persons instanceof Sql ? persons : sql`SELECT arrayJoin(${stringParams(persons)}) AS canonical`;
  return sql`SELECT canonical AS linked_id FROM (${canonicals})
UNION ALL
SELECT linked_id FROM (${overrides(scope)}) WHERE canonical_id IN (${canonicals})`;
}

/** A list that is never empty, because `transform` takes no empty one; no event has the empty id. */
const linked = (scope: Scope, column: Sql): Sql =>
  sql`SELECT arrayPushBack(groupArray(${column}), '') FROM (${overrides(scope)})`;

/** The distinct ids that stand for another one now. */
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
