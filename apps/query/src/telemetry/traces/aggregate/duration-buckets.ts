import { toMilliseconds } from '@svc/reading/time';

const DECADES = { first: 3n, last: 12n };

/** Lower bounds of the buckets in nanoseconds: 0, and 1, 2 and 5 times powers of ten from a microsecond to some three hours. */
export const DURATION_BOUNDS: readonly bigint[] = [0n, ...bounds(), 10n ** (DECADES.last + 1n)];

function bounds(): bigint[] {
  const powers = Array.from(
    { length: Number(DECADES.last - DECADES.first) + 1 },
    (_, nth) => DECADES.first + BigInt(nth),
  );
  return powers.flatMap((power) => [1n, 2n, 5n].map((factor) => factor * 10n ** power));
}

/** A bucket in the form of messages. */
export interface DurationBucket {
  readonly fromMs: number;
  /** Undefined for the last bucket. */
  readonly toMs: number | undefined;
  readonly count: bigint;
}

/**
 * Every bucket from the first to the last that has spans.
 *
 * @param lows lower bounds of the buckets with spans, in nanoseconds, each once.
 * @param counts the number of spans of each.
 */
export function toDurationBuckets(lows: readonly string[], counts: readonly string[]): DurationBucket[] {
  const found = new Map(lows.map((low, index) => [BigInt(low), BigInt(counts[index] ?? 0)]));
  const filled = DURATION_BOUNDS.flatMap((low, index) => (found.has(low) ? [index] : []));
  const [first = 0, last = -1] = [filled[0], filled.at(-1)];
  return DURATION_BOUNDS.slice(first, last + 1).map((low, offset) => {
    const next = DURATION_BOUNDS[first + offset + 1];
    return {
      fromMs: toMilliseconds(low),
      toMs: next === undefined ? undefined : toMilliseconds(next),
      count: found.get(low) ?? 0n,
    };
  });
}
