import {
  anyOf,
  nanoTimestamp,
  select,
  sql,
  tableColumns,
  typed,
  uint8,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { LLM_FIGURES } from '@svc/tables';
import type { SpanHours } from '../../../changed-periods/index.js';
import { extentOf } from './extent.js';

interface StoredPeriods {
  readonly scope: Scope;
  readonly spanHours: SpanHours;
  /** Whole periods, in ascending order. */
  readonly ranges: readonly TimeRange[];
  readonly where?: readonly (Sql | undefined)[];
}

/** The stored figures of some periods, with the columns of `selectStepFigures`. */
export function selectStoredFigures({ scope, spanHours, ranges, where = [] }: StoredPeriods) {
  const isWithin = ranges.map(
    ({ from, to }) => sql`(hour >= toDateTime(${nanoTimestamp(from)}) AND hour < toDateTime(${nanoTimestamp(to)}))`,
  );
  return select({
    columns: {
      begin: typed('UInt32', sql`toUnixTimestamp(hour)`),
      ...tableColumns(LLM_FIGURES, ['provider', 'model', 'agent_name', 'environment', 'price_id', 'tier_above']),
      ...tableColumns(LLM_FIGURES, ['is_unpriced', 'steps', 'calls', 'errors', 'priced']),
      cost_units: typed('UInt64', sql`toUInt64(toDecimal128(cost, 12) * 1000000000000)`),
      ...tableColumns(LLM_FIGURES, ['input_tokens', 'output_tokens']),
      used: typed('Map(LowCardinality(String), UInt64)', sql`usage`),
      latencies: typed('Tuple(Array(UInt32), Array(UInt64))', sql`(latency_buckets, latency_counts)`),
      first_tokens: typed('Tuple(Array(UInt32), Array(UInt64))', sql`(first_token_buckets, first_token_counts)`),
    },
    from: LLM_FIGURES,
    final: true,
    scope,
    during: extentOf(ranges),
    where: [sql`span_hours = ${uint8(spanHours)}`, anyOf(isWithin), ...where],
  });
}

export type StoredKeyRow = RowsOf<typeof selectStoredKeys>;

/** The keys of the rows of a period. */
export function selectStoredKeys(scope: Scope, spanHours: SpanHours, during: TimeRange) {
  return select({
    columns: {
      ...tableColumns(LLM_FIGURES, ['retention_days', 'provider', 'model', 'agent_name', 'environment', 'price_id']),
      ...tableColumns(LLM_FIGURES, ['tier_above', 'is_unpriced']),
    },
    from: LLM_FIGURES,
    final: true,
    scope,
    during,
    where: [sql`span_hours = ${uint8(spanHours)}`],
  });
}
