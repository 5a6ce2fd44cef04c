import { niceTicks, niceTop, partOf } from '../scale.js';

/** A span of time with the count of each series, in their order. */
export interface Bucket {
  /** Epoch milliseconds. */
  readonly startMs: number;
  /** Epoch milliseconds, excluded. */
  readonly endMs: number;
  /** Undefined where nothing is known, which is not the same as zero. */
  readonly counts: readonly number[] | undefined;
}

export interface HistogramLayout {
  /** The count at the top. */
  readonly top: number;
  /** Counts at which a line is drawn, and their distances from the top in pixels. */
  readonly lines: readonly { readonly count: number; readonly y: number }[];
  /** The outline of all bars of each series, in units of a picture that is `WIDTH` wide. */
  readonly paths: readonly string[];
  /** Places where nothing is known, from left to right, adjacent ones as one. */
  readonly gaps: readonly { readonly x: number; readonly width: number }[];
}

/** Width of the picture, which is stretched to that of its container. */
export const WIDTH = 1000;
/** A count other than zero can be seen, however small it is. */
const LEAST_HEIGHT = 1.5;
const MOST_LINES = 3;
/** Part of the width of a bucket that stays free on its right. */
const FREE = 0.12;

/** @param height of the picture in pixels. */
export function layOut(
  buckets: readonly Bucket[],
  series: number,
  { startMs, endMs, height }: { readonly startMs: number; readonly endMs: number; readonly height: number },
): HistogramLayout {
  const greatest = buckets.reduce((most, bucket) => Math.max(most, totalOf(bucket)), 0);
  const top = niceTop(greatest, MOST_LINES);
  const xOf = (ms: number): number => round(partOf(ms, startMs, endMs) * WIDTH);
  const parts: string[][] = Array.from({ length: series }, () => []);
  const gaps: { x: number; width: number }[] = [];
  for (const bucket of buckets) {
    const x = xOf(bucket.startMs);
    const width = round(xOf(bucket.endMs) - x);
    if (!(width > 0)) continue;
    if (bucket.counts === undefined) {
      const last = gaps.at(-1);
      if (last && round(last.x + last.width) === x) last.width = round(last.width + width);
      else gaps.push({ x, width });
      continue;
    }
    let y = height;
    bucket.counts.slice(0, series).forEach((count, nth) => {
      if (!(count > 0)) return;
      const tall = Math.max((count / top) * height, LEAST_HEIGHT);
      y -= tall;
      parts[nth]?.push(`M${x} ${round(y)}h${round(width * (1 - FREE))}v${round(tall)}h${-round(width * (1 - FREE))}z`);
    });
  }
  const lines = (greatest > 0 ? niceTicks(0, top, MOST_LINES) : []).filter(
    (count) => count > 0 && Number.isInteger(count),
  );
  return {
    top,
    lines: lines.map((count) => ({ count, y: round(height - (count / top) * height) })),
    paths: parts.map((each) => each.join('')),
    gaps,
  };
}

export function totalOf({ counts }: Bucket): number {
  return counts?.reduce((sum, count) => sum + Math.max(count, 0), 0) ?? 0;
}

/**
 * Returns the index of the bucket at a part of the width; -1 if there is none.
 *
 * @param part from 0 at the left to 1 at the right.
 */
export function bucketAt(buckets: readonly Bucket[], startMs: number, endMs: number, part: number): number {
  const ms = startMs + part * (endMs - startMs);
  let [low, high] = [0, buckets.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((buckets[middle]?.endMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return (buckets[low]?.startMs ?? Infinity) <= ms ? low : -1;
}

/** The time between two parts of the width, extended to whole buckets where there are some. */
export function rangeBetween(
  buckets: readonly Bucket[],
  startMs: number,
  endMs: number,
  [one, other]: readonly [number, number],
): readonly [startMs: number, endMs: number] {
  const [left, right] = one < other ? [one, other] : [other, one];
  const timeAt = (part: number): number => Math.round(startMs + Math.min(Math.max(part, 0), 1) * (endMs - startMs));
  const first = buckets[bucketAt(buckets, startMs, endMs, left)];
  const last = buckets[bucketAt(buckets, startMs, endMs, right)];
  return [first?.startMs ?? timeAt(left), last?.endMs ?? timeAt(right)];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
