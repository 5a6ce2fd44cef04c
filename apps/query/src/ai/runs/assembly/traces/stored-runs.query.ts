import { COST_DECIMALS, parseCost, stepKey, type StoredPrice } from '@svc/gen-ai';
import { select, sql, stringParams, tableColumns, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { AGENT_RUNS, AGENT_STEPS } from '@svc/tables';
import { isOneOfTraces } from './trace-spans.query.js';

export type StoredRunRow = RowsOf<typeof selectStoredRuns>;

/** The runs that have steps in some traces, or that are named. */
export function selectStoredRuns(
  scope: Scope,
  { traceIds, runIds }: { readonly traceIds: readonly string[]; readonly runIds: readonly string[] },
  during: TimeRange,
) {
  const ofTraces = sql`hasAny(trace_ids, arrayMap(id -> toFixedString(unhex(id), 16), ${stringParams(traceIds)}))`;
  return select({
    columns: {
      ...tableColumns(AGENT_RUNS, ['retention_days', 'timestamp', 'run_id', 'trace_ids', 'is_settled']),
    },
    from: AGENT_RUNS,
    final: true,
    scope,
    during,
    where: [sql`(${ofTraces} OR has(${stringParams(runIds)}, run_id))`],
  });
}

export type StoredStepRow = RowsOf<typeof selectStoredSteps>;

/** The steps of some traces. */
export function selectStoredSteps(scope: Scope, traceIds: readonly string[], during: TimeRange) {
  return select({
    columns: {
      ...tableColumns(AGENT_STEPS, ['retention_days', 'timestamp', 'trace_id', 'span_id', 'price_id', 'model']),
      ...tableColumns(AGENT_STEPS, ['provider', 'service_tier', 'usage', 'flags', 'is_unpriced']),
      cost_text: typed('Nullable(String)', sql`toString(cost)`),
    },
    from: AGENT_STEPS,
    final: true,
    scope,
    during,
    where: [isOneOfTraces(traceIds)],
  });
}

/** The prices of stored steps by `stepKey`. */
export function toStoredPrices(rows: readonly StoredStepRow[]): Map<string, StoredPrice> {
  const prices = new Map<string, StoredPrice>();
  for (const row of rows) {
    if (row.price_id === '') continue;
    prices.set(stepKey(row.trace_id_hex, row.span_id_hex), {
      priceId: row.price_id,
      cost: row.cost_text === null ? undefined : parseCost(row.cost_text, COST_DECIMALS),
      isTierUnpriced: row.flags.includes('tier_unpriced'),
      isProviderInferred: row.flags.includes('provider_inferred'),
      isPartial: row.is_unpriced === 1 && row.cost_text !== null,
      provider: row.provider,
      model: row.model,
      usage: Object.fromEntries(Object.entries(row.usage).map(([bucket, count]) => [bucket, Number(count)])),
    });
  }
  return prices;
}
