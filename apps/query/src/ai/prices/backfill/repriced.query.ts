import {
  hexDigits,
  int64s,
  nanoseconds,
  select,
  sql,
  stringParam,
  stringParams,
  tableColumns,
  typed,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { AGENT_STEPS } from '@svc/tables';

/** Stored calls that do not have a price. */
export interface CallsWithout {
  readonly scope: Scope;
  readonly during: TimeRange;
  readonly priceId: string;
  /** Nanoseconds since 1970, in ascending order: between two of them the same prices apply. */
  readonly boundaries: readonly bigint[];
}

/** Milliseconds count, as they do for the price of a call. */
const period = (boundaries: readonly bigint[]): Sql =>
  sql`arrayCount(boundary -> boundary <= intDiv(toUnixTimestamp64Nano(timestamp), 1000000) * 1000000, ${int64s(boundaries)})`;
const callKey = (boundaries: readonly bigint[]): Sql =>
  sql`toString((provider, model, service_tier, ${period(boundaries)}))`;

const conditions = ({ priceId }: CallsWithout): Sql[] => [
  sql`is_counted = 1`,
  sql`kind != 'tool'`,
  sql`price_id != ${stringParam(priceId)}`,
  sql`(price_id != '' OR is_unpriced = 1)`,
];

export type CallGroupRow = RowsOf<typeof selectCallGroups>;

/** The calls by what their price depends on. */
export function selectCallGroups(calls: CallsWithout, thresholds: readonly bigint[], limit: number) {
  const input = sql`arraySum(mapValues(mapFilter((bucket, tokens) -> startsWith(bucket, 'input_'), usage)))`;
  const above = sql`arrayMax(arrayPushBack(arrayFilter(threshold -> threshold < ${input}, ${int64s(thresholds)}), 0))`;
  return select({
    columns: {
      call_key: typed('String', callKey(calls.boundaries)),
      ...tableColumns(AGENT_STEPS, ['provider', 'model', 'service_tier']),
      period: typed('UInt32', sql`toUInt32(${period(calls.boundaries)})`),
      tier_above: typed('Int64', sql`toInt64(${above})`),
      calls: typed('UInt64', sql`count()`),
      unpriced: typed('UInt64', sql`countIf(is_unpriced = 1)`),
      cost_units: typed('UInt64', sql`toUInt64(ifNull(sum(cost), 0) * 1000000000000)`),
      used: typed('Map(LowCardinality(String), UInt64)', sql`sumMap(usage)`),
    },
    from: AGENT_STEPS,
    final: true,
    scope: calls.scope,
    during: calls.during,
    where: conditions(calls),
    groupBy: sql`call_key, provider, model, service_tier, period, tier_above`,
    limit,
  });
}

export type TraceOfCallsRow = RowsOf<typeof selectTracesOfCalls>;

/** Traces with such calls of some groups, by ID. @param after 32 hexadecimal digits, '' for the first. */
export function selectTracesOfCalls(calls: CallsWithout, keys: readonly string[], after: string, limit: number) {
  return select({
    columns: {
      trace: hexDigits(sql`trace_id`),
      first: nanoseconds(sql`min(timestamp)`),
      last: nanoseconds(sql`max(timestamp)`),
    },
    from: AGENT_STEPS,
    final: true,
    scope: calls.scope,
    during: calls.during,
    where: [
      ...conditions(calls),
      sql`has(${stringParams(keys)}, ${callKey(calls.boundaries)})`,
      after === '' ? undefined : sql`trace_id > toFixedString(unhex(${stringParam(after)}), 16)`,
    ],
    groupBy: sql`trace_id`,
    orderBy: sql`trace_id`,
    limit,
  });
}
