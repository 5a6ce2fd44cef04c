import { BILLED_KINDS } from '@svc/gen-ai';
import {
  anyOf,
  byTimestamp,
  select,
  sql,
  stringParams,
  typed,
  uint32,
  uint64s,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { AGENT_STEPS } from '@svc/tables';
import { durationBucket } from './duration-histogram.js';
import { extentOf } from './extent.js';

const IS_CALL = sql`has(${stringParams([...BILLED_KINDS])}, kind)`;
const tokensOf = (buckets: Sql): Sql =>
  sql`arraySum(mapValues(mapFilter((bucket, tokens) -> startsWith(bucket, ${buckets}), usage)))`;
const INPUT_TOKENS = tokensOf(sql`'input_'`);
const USAGE = 'Map(LowCardinality(String), UInt64)';

export type StepFiguresRow = RowsOf<typeof selectStepFigures>;

export interface CountedSteps {
  readonly scope: Scope;
  /** In ascending order. */
  readonly ranges: readonly TimeRange[];
  /** The numbers of input tokens above which any rate changes. */
  readonly thresholds: readonly bigint[];
  readonly spanHours: number;
  /** Conditions on columns that `llm_figures` has too. */
  readonly where?: readonly (Sql | undefined)[];
}

/** The figures of counted steps by period and by the rest of the key of `llm_figures`. */
export function selectStepFigures({ scope, ranges, thresholds, spanHours, where = [] }: CountedSteps) {
  const width = uint32(spanHours * 3_600);
  const exceeded = sql`arrayFilter(threshold -> threshold < ${INPUT_TOKENS}, ${uint64s(thresholds)})`;
  return select({
    columns: {
      // Seconds since 1970.
      begin: typed('UInt32', sql`toUInt32(intDiv(toUnixTimestamp(timestamp), ${width}) * ${width})`),
      provider: typed('LowCardinality(String)', sql`provider`),
      model: typed('LowCardinality(String)', sql`model`),
      agent_name: typed('LowCardinality(String)', sql`agent_name`),
      environment: typed('LowCardinality(String)', sql`environment`),
      price_id: typed('LowCardinality(String)', sql`price_id`),
      tier_above: typed(
        'UInt64',
        sql`if(price_id = '', toUInt64(0), arrayMax(arrayPushBack(${exceeded}, toUInt64(0))))`,
      ),
      is_unpriced: typed('UInt8', sql`is_unpriced`),
      steps: typed('UInt64', sql`count()`),
      calls: typed('UInt64', sql`countIf(${IS_CALL})`),
      errors: typed('UInt64', sql`countIf(${IS_CALL} AND is_error = 1)`),
      priced: typed('UInt64', sql`count(cost)`),
      // Units of 10^-12 US dollars.
      cost_units: typed('UInt64', sql`toUInt64(ifNull(sum(cost), 0) * 1000000000000)`),
      input_tokens: typed('UInt64', sql`sum(${INPUT_TOKENS})`),
      output_tokens: typed('UInt64', sql`sum(${tokensOf(sql`'output_'`)})`),
      used: typed(USAGE, sql`sumMap(usage)`),
      latencies: histogram(sql`duration_ns`, IS_CALL),
      first_tokens: histogram(sql`assumeNotNull(first_token_ns)`, sql`${IS_CALL} AND first_token_ns IS NOT NULL`),
    },
    from: AGENT_STEPS,
    final: true,
    scope,
    during: extentOf(ranges),
    where: [
      anyOf(ranges.map((range) => sql`(${byTimestamp(range)})`)),
      sql`is_counted = 1`,
      sql`kind != 'tool'`,
      ...where,
    ],
    groupBy: sql`begin, provider, model, agent_name, environment, price_id, tier_above, is_unpriced`,
  });
}

const histogram = (nanoseconds: Sql, condition: Sql) =>
  typed(
    'Tuple(Array(UInt32), Array(UInt64))',
    sql`sumMapIf([${durationBucket(nanoseconds)}], [toUInt64(1)], ${condition})`,
  );
