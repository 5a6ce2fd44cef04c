import { toMs } from '../../time/format.js';
import { seriesTone } from '../parts/tones.js';
import type { PlotSeries } from '../plot/plot-data.js';

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly points: readonly { readonly timestamp?: string; readonly value: number | null }[];
}

export interface Lines {
  /** Epoch milliseconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly PlotSeries[];
  /** Number of series that are not drawn: those with the smallest values. */
  readonly omitted: number;
  readonly total: number;
}

/** More lines than this cannot be told apart. */
const MAX_LINES = 24;

/**
 * Lines of a chart for the series of an answer, the ones with the greatest values if there are too many.
 *
 * @param single the name of a series without labels.
 * @param factor by which values are multiplied.
 */
export function toLines(answer: readonly Series[], single: string, factor = 1, maxLines = MAX_LINES): Lines {
  // An answer can have 100,000 points; only the times of those that are drawn are parsed.
  const drawn = answer.length <= maxLines ? answer : greatest(answer, maxLines);
  const timesOf = drawn.map(({ points }) => points.map(timeOf));
  const times = [...new Set(timesOf.flat())].toSorted((a, b) => a - b);
  const names = new Set<string>();
  const series = drawn.map(({ labels, points }, nth) => {
    const values = new Map(points.map(({ value }, at) => [timesOf[nth]?.[at] ?? 0, value]));
    return {
      name: unique(nameSeries(labels, single), names),
      tone: seriesTone(nth),
      values: times.map((ms) => {
        const value = values.get(ms) ?? undefined;
        return value === undefined ? undefined : value * factor;
      }),
    };
  });
  return { times, series, omitted: answer.length - drawn.length, total: answer.length };
}

/** The name of a series: the value of its only label, or all labels with their values. */
export function nameSeries(labels: Readonly<Record<string, string>>, single: string): string {
  const entries = Object.entries(labels);
  const show = (value: string): string => (value === '' ? '(none)' : value);
  if (entries.length === 0) return single;
  if (entries.length === 1) return show(entries[0]?.[1] ?? '');
  return entries.map(([name, value]) => `${name}=${show(value)}`).join(', ');
}

/** The series with the greatest means, in their order. */
function greatest(answer: readonly Series[], count: number): readonly Series[] {
  const kept = new Set(
    answer
      .map((series) => ({ series, mean: meanOf(series) }))
      .toSorted((a, b) => b.mean - a.mean)
      .slice(0, count)
      .map(({ series }) => series),
  );
  return answer.filter((series) => kept.has(series));
}

function meanOf({ points }: Series): number {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  return values.length === 0 ? -Infinity : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function timeOf({ timestamp }: { readonly timestamp?: string }): number {
  return timestamp === undefined ? 0 : toMs(timestamp);
}

function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let nth = 2; taken.has(free); nth += 1) free = `${name} (${nth})`;
  taken.add(free);
  return free;
}
