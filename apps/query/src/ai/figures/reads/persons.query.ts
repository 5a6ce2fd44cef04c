import { JUDGE_AGENT } from '@svc/gen-ai';
import { canonicalDistinctId, selectDistinctIds } from '@svc/reading/persons';
import {
  nonEmpty,
  oneOf,
  select,
  selectFrom,
  sql,
  stringParam,
  typed,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { AGENT_RUNS, EVENTS } from '@svc/tables';

export interface RunsOfPersons {
  readonly scope: Scope;
  readonly during: TimeRange;
  readonly agent: readonly string[];
  readonly environment: readonly string[];
}

const conditions = ({ agent, environment }: RunsOfPersons): (Sql | undefined)[] => [
  sql`agent_name != ${stringParam(JUDGE_AGENT)}`,
  oneOf(sql`agent_name`, nonEmpty(agent)),
  oneOf(sql`environment`, nonEmpty(environment)),
];

export type PersonCostRow = RowsOf<typeof selectPersonCosts>;

/** Persons by cost. The row of runs without a person, which has no `canonical`, comes first if there are any. */
export function selectPersonCosts(runs: RunsOfPersons, limit: number) {
  const persons = select({
    columns: sql`${canonicalDistinctId(runs.scope)} AS canonical, count() AS runs, sum(llm_calls) AS calls,
  sum(unpriced_calls) AS unpriced, count(cost) AS priced, sum(cost) AS spent, countIf(canonical != '') OVER () AS persons`,
    from: AGENT_RUNS,
    final: true,
    scope: runs.scope,
    during: runs.during,
    where: conditions(runs),
    groupBy: sql`canonical`,
  });
  return selectFrom(persons, {
    columns: {
      canonical: typed('String', sql`canonical`),
      runs: typed('UInt64', sql`runs`),
      calls: typed('UInt64', sql`calls`),
      unpriced: typed('UInt64', sql`unpriced`),
      priced: typed('UInt64', sql`priced`),
      cost_units: typed('UInt64', sql`toUInt64(ifNull(spent, 0) * 1000000000000)`),
      persons: typed('UInt64', sql`persons`),
    },
    orderBy: sql`canonical = '' DESC, cost_units DESC, calls DESC, canonical`,
    limit: limit + 1,
  });
}

/** The usage of some persons, and of runs without a person for ''. */
export function selectPersonUsage(runs: RunsOfPersons, canonicals: readonly string[]) {
  return select({
    columns: {
      canonical: typed('String', canonicalDistinctId(runs.scope)),
      used: typed('Map(LowCardinality(String), UInt64)', sql`sumMap(usage)`),
    },
    from: AGENT_RUNS,
    final: true,
    scope: runs.scope,
    during: runs.during,
    where: [...conditions(runs), sql`distinct_id IN (${selectDistinctIds(runs.scope, canonicals)})`],
    groupBy: sql`canonical`,
  });
}

/** The last account of each type that events of persons name. */
export function selectPersonAccounts(scope: Scope, during: TimeRange, canonicals: readonly string[]) {
  return select({
    columns: {
      canonical: typed('String', canonicalDistinctId(scope)),
      type: typed('String', sql`toString(arrayJoin(mapKeys(groups)))`),
      account: typed('String', sql`argMax(groups[type], timestamp)`),
    },
    from: EVENTS,
    scope,
    during,
    where: [sql`notEmpty(groups)`, sql`distinct_id IN (${selectDistinctIds(scope, canonicals)})`],
    groupBy: sql`canonical, type`,
    orderBy: sql`canonical, type`,
  });
}
