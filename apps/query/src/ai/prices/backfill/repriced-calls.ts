import {
  catalogPrices,
  costLines,
  findOverride,
  pricedTier,
  roundToCost,
  tierThresholds,
  type Bucket,
  type Override,
} from '@svc/gen-ai';
import type { ProjectReader } from '@svc/reading/project-reader';
import { fromMilliseconds, NANOSECONDS_PER_MILLISECOND, type TimeRange } from '@svc/reading/time';
import { selectCallGroups, type CallGroupRow, type CallsWithout } from './repriced.query.js';

/** Providers, models, tiers and periods of calls that are compared. */
const MAX_GROUPS = 50_000;

export interface RepricedCalls {
  readonly calls: CallsWithout;
  /** The groups of calls that get the price. */
  readonly keys: readonly string[];
  readonly count: bigint;
  readonly unpriced: bigint;
  /** Units of 10^-12 US dollars. */
  readonly before: bigint;
  readonly after: bigint;
}

/**
 * The stored calls of a window that get a price, and do not have it.
 *
 * @param overrides of the project, with that of the price.
 */
export async function findRepricedCalls(
  priceId: string,
  during: TimeRange,
  overrides: readonly Override[],
  reader: ProjectReader,
): Promise<RepricedCalls> {
  const boundaries = toBoundaries(overrides, during);
  const calls: CallsWithout = { scope: reader.scope, during, priceId, boundaries };
  const prices = [...(await catalogPrices()).values(), ...overrides.map(({ price }) => price)];
  const groups = await reader.rows(selectCallGroups(calls, tierThresholds(prices).map(BigInt), MAX_GROUPS));
  let [count, unpriced, before, after] = [0n, 0n, 0n, 0n];
  const keys = new Set<string>();
  for (const row of groups) {
    const override = findOverride(overrides, toCall(row, boundaries));
    if (override?.price.id !== priceId) continue;
    keys.add(row.call_key);
    count += BigInt(row.calls);
    unpriced += BigInt(row.unpriced);
    before += BigInt(row.cost_units);
    const usage = Object.fromEntries(
      Object.entries(row.used).map(([bucket, tokens]) => [bucket as Bucket, Number(tokens)]),
    );
    const { lines } = costLines(override.price, usage, Number(row.tier_above) + 1);
    after += lines.reduce((sum, line) => sum + line.cost, 0n);
  }
  return { calls, keys: [...keys], count, unpriced, before, after: roundToCost(after) };
}

/** Where the override of a call can change within a range. */
function toBoundaries(overrides: readonly Override[], { from, to }: TimeRange): bigint[] {
  const times = overrides.flatMap(({ effectiveFrom, effectiveUntil }) =>
    effectiveUntil === undefined ? [effectiveFrom] : [effectiveFrom, effectiveUntil],
  );
  const inside = new Set(times.map(fromMilliseconds).filter((time) => from < time && time < to));
  return [from, ...[...inside].sort((one, other) => (one < other ? -1 : 1))];
}

function toCall({ provider, model, service_tier, period }: CallGroupRow, boundaries: readonly bigint[]) {
  const begin = boundaries[Math.max(0, period - 1)] ?? 0n;
  return {
    provider,
    model,
    serviceTier: pricedTier(service_tier),
    instant: Number(begin / NANOSECONDS_PER_MILLISECOND),
  };
}
