import type { Bucket } from '../charts/histogram/layout.js';
import type { LogsAggregateResponse } from '../gen/api.js';
import { LEVELS } from './fields.js';

/** Names of the series from the bottom to the top; the last one has the records without a level. */
export const SERIES = [...LEVELS, 'none'] as const;

/** Counts by level and time, as a chart draws them. */
export function toBuckets(
  { groups, rest }: Pick<LogsAggregateResponse, 'groups' | 'rest'>,
  intervalMs: number,
): readonly Bucket[] {
  const counts = new Map<number, number[]>();
  const add = (series: (typeof groups)[number]['series'], index: number): void => {
    for (const { timestamp, count } of series) {
      const startMs = Date.parse(timestamp ?? '');
      if (Number.isNaN(startMs)) continue;
      const bucket = counts.get(startMs) ?? SERIES.map(() => 0);
      bucket[index] = (bucket[index] ?? 0) + count;
      counts.set(startMs, bucket);
    }
  };
  for (const { values, series } of groups) add(series, toIndex(values['level']));
  if (rest) add(rest.series, SERIES.length - 1);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([startMs, each]) => ({ startMs, endMs: startMs + intervalMs, counts: each }));
}

function toIndex(level: string | undefined): number {
  const index = (SERIES as readonly string[]).indexOf(level ?? '');
  return index < 0 ? SERIES.length - 1 : index;
}
