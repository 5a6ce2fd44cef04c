import { JUDGE_AGENT } from '@svc/gen-ai';
import { selectFrom, sql, stringParam, typed, type RowsOf, type Sql } from '@svc/reading/statement';

const USAGE = 'Map(LowCardinality(String), UInt64)';
const NAME = 'LowCardinality(String)';
const IS_JUDGE = sql`agent_name = ${stringParam(JUDGE_AGENT)}`;

export type SummaryRow = RowsOf<typeof selectSummary>;

/** Sums by model and by what decides their rates. @param source from `FiguresSource`. */
export function selectSummary(source: Sql) {
  return selectFrom(source, {
    columns: {
      provider: typed(NAME, sql`provider`),
      model: typed(NAME, sql`model`),
      price_id: typed(NAME, sql`price_id`),
      tier_above: typed('UInt64', sql`tier_above`),
      is_unpriced: typed('UInt8', sql`is_unpriced`),
      is_judge: typed('UInt8', IS_JUDGE),
      ...SUMS,
      total_used: typed(USAGE, sql`sumMap(used)`),
    },
    groupBy: sql`provider, model, price_id, tier_above, is_unpriced, is_judge`,
  });
}

/** The columns of sums that all figures have. */
export const SUMS = {
  total_steps: typed('UInt64', sql`sum(steps)`),
  total_calls: typed('UInt64', sql`sum(calls)`),
  total_errors: typed('UInt64', sql`sum(errors)`),
  total_priced: typed('UInt64', sql`sum(priced)`),
  total_cost: typed('UInt64', sql`sum(cost_units)`),
};

export type DurationsRow = RowsOf<typeof selectDurations>;

/** The number of durations by model, by whether they are those of calls or of first tokens, and by bucket. */
export function selectDurations(source: Sql) {
  const entries = (durations: Sql, isFirstToken: Sql): Sql =>
    sql`arrayMap((bucket, number) -> (${isFirstToken}, bucket, number), tupleElement(${durations}, 1), tupleElement(${durations}, 2))`;
  const both = sql`arrayConcat(${entries(sql`latencies`, sql`toUInt8(0)`)}, ${entries(sql`first_tokens`, sql`toUInt8(1)`)})`;
  const flat = selectFrom(source, {
    columns: sql`provider, model, ${IS_JUDGE} AS is_judge, arrayJoin(${both}) AS entry`,
  });
  const byBucket = selectFrom(flat, {
    columns: sql`provider, model, is_judge, tupleElement(entry, 1) AS is_first_token, tupleElement(entry, 2) AS bucket,
  sum(tupleElement(entry, 3)) AS number`,
    groupBy: sql`provider, model, is_judge, is_first_token, bucket`,
  });
  return selectFrom(byBucket, {
    columns: {
      provider: typed(NAME, sql`provider`),
      model: typed(NAME, sql`model`),
      is_judge: typed('UInt8', sql`is_judge`),
      is_first_token: typed('UInt8', sql`is_first_token`),
      buckets: typed('Array(UInt32)', sql`groupArray(bucket)`),
      numbers: typed('Array(UInt64)', sql`groupArray(number)`),
    },
    groupBy: sql`provider, model, is_judge, is_first_token`,
  });
}
