import { findOverride, pricedTier, type Override } from '@svc/gen-ai';
import { NANOSECONDS_PER_MILLISECOND, type TimeRange } from '@svc/reading/time';
import type { StoredStepRow } from '../traces/stored-runs.query.js';

/** The stored steps that lose their price and are priced again: those of a time to which this override applies. */
export interface Repricing {
  readonly priceId: string;
  readonly during: TimeRange;
}

export function isRepriced(
  row: StoredStepRow,
  { priceId, during }: Repricing,
  overrides: readonly Override[],
): boolean {
  const timestamp = BigInt(row.timestamp_ns);
  if (timestamp < during.from || timestamp >= during.to) return false;
  const { provider, model } = row;
  const instant = Number(timestamp / NANOSECONDS_PER_MILLISECOND);
  const call = { provider, model, serviceTier: pricedTier(row.service_tier), instant };
  return findOverride(overrides, call)?.price.id === priceId;
}
