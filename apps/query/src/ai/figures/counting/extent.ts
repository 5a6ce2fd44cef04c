import type { TimeRange } from '@svc/reading/time';

/** The time from the first to the last of some ranges, in ascending order. */
export function extentOf(ranges: readonly TimeRange[]): TimeRange {
  return { from: ranges[0]?.from ?? 0n, to: ranges.at(-1)?.to ?? 0n };
}
