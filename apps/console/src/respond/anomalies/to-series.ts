import type { PlotSeries } from '../../charts/plot/plot-data.js';
import type { AnomalyFinding, LogsAggregateResponse, TracesAggregateResponse } from '../../gen/api.js';
import type { Bounds } from '../../time/range.js';

/** Windows of a series with their values; a window that has not ended is not complete. */
export interface Windows {
  /** Starts of the windows in milliseconds since the epoch, ascending. */
  readonly times: readonly number[];
  readonly values: readonly (number | undefined)[];
}

const WINDOW_MS = 5 * 60_000;

/** The values that a detector has measured, from the answers about its series. */
export function toWindows(
  { detector }: Pick<AnomalyFinding, 'detector'>,
  { endMs }: Bounds,
  traces: Pick<TracesAggregateResponse, 'groups'> | undefined,
  logs: Pick<LogsAggregateResponse, 'groups'> | undefined,
): Windows {
  const points: readonly (readonly [string | undefined, number | undefined])[] = [
    ...(traces?.groups[0]?.series ?? []).map(
      ({ timestamp, count, error_count: errors, p95_ms: p95 }) =>
        [timestamp, toValue(detector, count, errors, p95 ?? undefined)] as const,
    ),
    ...(logs?.groups[0]?.series ?? []).map(({ timestamp, count }) => [timestamp, count] as const),
  ];
  const complete = points
    .map(([at, value]) => [Date.parse(at ?? ''), value] as const)
    .filter(([ms]) => ms + WINDOW_MS <= endMs)
    .toSorted(([a], [b]) => a - b);
  return { times: complete.map(([ms]) => ms), values: complete.map(([, value]) => value) };
}

function toValue(detector: string, count: number, errors: number, p95: number | undefined): number | undefined {
  if (detector === 'latency') return p95;
  if (detector !== 'error_ratio') return count;
  return count === 0 ? undefined : errors / count;
}

/** The measured line, and that of the expectation during the windows that deviated. */
export function toLines(
  { times, values }: Windows,
  { startMs, endMs }: Bounds,
  expected: number,
): readonly PlotSeries[] {
  const isDeviating = (ms: number): boolean => ms >= startMs && ms < endMs;
  return [
    { name: 'Measured', tone: 'series-1', values },
    { name: 'Expected', tone: 'series-3', values: times.map((ms) => (isDeviating(ms) ? expected : undefined)) },
  ];
}
