import { JUDGE_AGENT } from '@svc/gen-ai';
import {
  selectFrom,
  sql,
  stringParam,
  stringParams,
  typed,
  uint32,
  type RowsOf,
  type Sql,
} from '@svc/reading/statement';
import { SUMS } from './summary.query.js';

/** The columns that a series can be split by, by the name in requests. */
const GROUPS: ReadonlyMap<string, Sql> = new Map([
  ['model', sql`model`],
  ['provider', sql`provider`],
  ['agent', sql`agent_name`],
  ['environment', sql`environment`],
]);

const IS_OWN = sql`agent_name != ${stringParam(JUDGE_AGENT)}`;
const groupColumn = (groupBy: string): Sql => GROUPS.get(groupBy) ?? sql`''`;

/** The groups with the greatest cost. */
export function selectGroups(source: Sql, groupBy: string, limit: number) {
  return selectFrom(source, {
    columns: { own_group: typed('String', sql`toString(${groupColumn(groupBy)})`) },
    where: [IS_OWN],
    groupBy: sql`own_group`,
    orderBy: sql`sum(cost_units) DESC, sum(calls) DESC, own_group`,
    limit,
  });
}

export type SeriesRow = RowsOf<typeof selectSeries>;

/** Sums by bucket and group; groups that are not listed are one without a name. */
export function selectSeries(source: Sql, width: number, groupBy: string, listed: readonly string[]) {
  const group = sql`toString(${groupColumn(groupBy)})`;
  const isListed = sql`has(${stringParams(listed)}, ${group})`;
  return selectFrom(source, {
    columns: {
      bucket: typed('UInt32', sql`toUInt32(intDiv(begin, ${uint32(width)}) * ${uint32(width)})`),
      own_group: typed('String', sql`if(${isListed}, ${group}, '')`),
      is_listed: typed('UInt8', isListed),
      ...SUMS,
      unpriced: typed('UInt64', sql`sumIf(steps, is_unpriced = 1)`),
      total_input: typed('UInt64', sql`sum(input_tokens)`),
      total_output: typed('UInt64', sql`sum(output_tokens)`),
    },
    where: [IS_OWN],
    groupBy: sql`bucket, own_group, is_listed`,
  });
}
