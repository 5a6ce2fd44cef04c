import type { RequestBucket } from '../facts/facts.js';
import type { Window } from '../model.js';

/** The requests of one service in each bucket of a window; buckets without a row have zero requests. */
export interface ServiceSeries {
  readonly service: string;
  /** Starts of the buckets in epoch milliseconds. */
  readonly starts: readonly number[];
  readonly requests: readonly number[];
  readonly errors: readonly number[];
  /** NaN in buckets without requests. */
  readonly latencyMs: readonly number[];
}

/**
 * The series of services on common buckets. Metrics may arrive more rarely than the wanted buckets: the buckets are as wide as the usual
 * distance between the rows.
 */
export function toServiceSeries(rows: readonly RequestBucket[], window: Window, bucketMs: number): ServiceSeries[] {
  const width = bucketWidth(rows, bucketMs);
  const first = rows.reduce((earliest, { start }) => Math.min(earliest, start), window.end);
  const offset = ((first % width) + width) % width;
  const begin = Math.ceil((Math.max(window.start, first) - offset) / width) * width + offset;
  const starts: number[] = [];
  for (let start = begin; start < window.end; start += width) starts.push(start);
  return [...Map.groupBy(rows, ({ service }) => service)].map(([service, own]) => {
    const requests = starts.map(() => 0);
    const errors = starts.map(() => 0);
    const latencyMs = starts.map(() => Number.NaN);
    for (const row of own) {
      const index = Math.floor((row.start - begin) / width);
      if (index < 0 || index >= starts.length) continue;
      const before = requests[index] ?? 0;
      requests[index] = before + row.requests;
      errors[index] = (errors[index] ?? 0) + row.errors;
      if (row.latencyMs === undefined) continue;
      const known = latencyMs[index] ?? Number.NaN;
      latencyMs[index] = Number.isNaN(known)
        ? row.latencyMs
        : (known * before + row.latencyMs * row.requests) / Math.max(before + row.requests, 1);
    }
    return { service, starts, requests, errors, latencyMs };
  });
}

/** The median distance between the distinct starts of rows, in whole buckets. */
function bucketWidth(rows: readonly RequestBucket[], bucketMs: number): number {
  const starts = [...new Set(rows.map(({ start }) => start))].sort((a, b) => a - b);
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? start));
  const median = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? bucketMs;
  return Math.max(1, Math.round(median / bucketMs)) * bucketMs;
}

/** Sums of a series over the buckets that begin in a window. */
export function volumeIn(series: ServiceSeries, window: Window): { requests: number; errors: number; buckets: number } {
  let [requests, errors, buckets] = [0, 0, 0];
  for (const [index, start] of series.starts.entries()) {
    if (start < window.start || start >= window.end) continue;
    buckets++;
    requests += series.requests[index] ?? 0;
    errors += series.errors[index] ?? 0;
  }
  return { requests, errors, buckets };
}
