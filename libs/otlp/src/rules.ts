import type { AcceptanceContext } from './signal.js';

/**
 * Reasons why an item is not stored, in the order of `REASON_NAMES`. `skim` uses these rules to count the items that
 * the encoder will skip, so both must depend on them and the context of the request only; the current time is
 * irrelevant, or a replay would differ.
 */
export const REJECT = {
  none: 0,
  traceId: 1,
  spanId: 2,
  parentSpanId: 3,
  timestampMissing: 4,
  timestampTooOld: 5,
  timestampInFuture: 6,
  metricName: 7,
  valueMissing: 8,
  histogramShape: 9,
  /** Neither stored nor rejected: a staleness marker, which has no value. */
  noRecordedValue: 10,
  /** Used by the encoder only: a valid point is not stored because its metric already has too many new series. */
  seriesLimit: 11,
} as const;
export type Rejection = (typeof REJECT)[keyof typeof REJECT];

/** Public names of the reasons; the index is the value in `REJECT`. */
export const REASON_NAMES = [
  'none',
  'invalid_trace_id',
  'invalid_span_id',
  'invalid_parent_span_id',
  'timestamp_missing',
  'timestamp_too_old',
  'timestamp_in_future',
  'metric_name_missing',
  'value_missing',
  'histogram_buckets_mismatch',
  'no_recorded_value',
  'series_limit',
] as const;
export type RejectReason = (typeof REASON_NAMES)[number];

/** Maximum time that the clock of a sender may be ahead. */
const FUTURE_NS = 10n * 60n * 1_000_000_000n;
const DAY_NS = 86_400n * 1_000_000_000n;
const LOW_MASK = 0xffff_ffffn;

/** The window of timestamps that a request may carry, compared as halves of 64-bit numbers, so that no bigint is allocated per item. */
export class TimeBounds {
  private minLow = 0;
  private minHigh = 0;
  private maxLow = 0;
  private maxHigh = 0;
  receivedLow = 0;
  receivedHigh = 0;

  set({ receivedAtNs, retentionDays }: AcceptanceContext): void {
    const min = receivedAtNs - BigInt(retentionDays) * DAY_NS;
    const oldest = min > 0n ? min : 0n;
    const newest = receivedAtNs + FUTURE_NS;
    this.minLow = Number(oldest & LOW_MASK);
    this.minHigh = Number(oldest >> 32n);
    this.maxLow = Number(newest & LOW_MASK);
    this.maxHigh = Number(newest >> 32n);
    this.receivedLow = Number(receivedAtNs & LOW_MASK);
    this.receivedHigh = Number(receivedAtNs >> 32n);
  }

  check(low: number, high: number): Rejection {
    if (high === 0 && low === 0) return REJECT.timestampMissing;
    if (high < this.minHigh || (high === this.minHigh && low < this.minLow)) return REJECT.timestampTooOld;
    if (this.isFuture(low, high)) return REJECT.timestampInFuture;
    return REJECT.none;
  }

  isFuture(low: number, high: number): boolean {
    return high > this.maxHigh || (high === this.maxHigh && low > this.maxLow);
  }
}
