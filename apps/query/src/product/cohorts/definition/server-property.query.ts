import { propertyCondition, type PropertyTest } from '@svc/property-filters';
import { select, sql, stringParam, type Scope, type Sql } from '@svc/reading/statement';
import { PERSON_REGISTERS } from '@svc/tables';
import { canonicalDistinctId, FOLDED_VALUE } from '../../../customers/index.js';

/**
 * Whether the server-written value of a property passes a test, under any of the person's distinct IDs. Writes of pages
 * neither count nor replace it.
 *
 * @param person the canonical distinct ID.
 */
export function serverPropertyCondition(person: Sql, key: string, test: PropertyTest, scope: Scope): Sql {
  const values = select({
    columns: sql`${canonicalDistinctId(scope)} AS owner, ${FOLDED_VALUE} AS json`,
    from: PERSON_REGISTERS,
    scope,
    where: [sql`key = ${stringParam(key)}`, sql`is_server = 1`],
    groupBy: sql`owner`,
    having: [sql`json != ''`],
  });
  // A set of persons. A person without the property is not in it, so the negation applies to the set.
  const persons = sql`SELECT owner FROM (${values}) WHERE ${propertyCondition(sql`json`, { ...test, isNegated: false })}`;
  return test.isNegated ? sql`${person} NOT IN (${persons})` : sql`${person} IN (${persons})`;
}
