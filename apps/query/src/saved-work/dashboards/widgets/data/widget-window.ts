import { INTERVALS, NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';

/** Points of a series: enough for a page, and few enough that a dashboard of 20 widgets is answered quickly. */
const MAX_POINTS = 300n;

const SHORTEST_MS = 10_000;
const LONGEST_MS = 60_000;

/** A window that consists of whole buckets. */
export interface AlignedWindow extends TimeRange {
  /** Nanoseconds, and the name in answers. */
  readonly step: bigint;
  readonly interval: string;
}

/**
 * The window of a request, widened to whole buckets, so that all requests within a minute have the same window, and
 * counts can be read from minutes.
 */
export function alignWindow({ from, to }: TimeRange): AlignedWindow {
  const all = [...INTERVALS];
  const [interval, step] = all.find(([, width]) => (to - from) / width < MAX_POINTS) ??
    all.at(-1) ?? ['1m', NANOSECONDS_PER_MINUTE];
  const end = ((to + step - 1n) / step) * step;
  return { from: (from / step) * step, to: end, step, interval };
}

/** Milliseconds for which an answer is kept: longer for wider buckets, which change less by one missing part. */
export function keptMs({ step }: AlignedWindow): number {
  const twelfth = Number(step / 12_000_000n);
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, twelfth));
}
