import type { RequestsRow } from './services.query.js';

/** Rate, errors and duration as messages have them. */
export interface RequestFigures {
  readonly requestCount: bigint;
  readonly requestRate: number;
  readonly errorCount: bigint;
  readonly errorRate: number;
  readonly avgDurationMs: number;
  readonly p50DurationMs: number;
  readonly p95DurationMs: number;
  readonly p99DurationMs: number;
}

const NANOSECONDS_PER_MS = 1e6;

/** The figures of `seconds`; where there was no request, all are zero. */
export function requestFigures(row: RequestsRow | undefined, seconds: number): RequestFigures {
  const requests = Number(row?.requests ?? 0);
  const perRequest = (total: number): number => (requests === 0 ? 0 : total / requests);
  const percentile = (index: number): number =>
    requests === 0 ? 0 : (row?.percentiles[index] ?? 0) / NANOSECONDS_PER_MS;
  return {
    requestCount: BigInt(row?.requests ?? 0),
    requestRate: seconds > 0 ? requests / seconds : 0,
    errorCount: BigInt(row?.request_errors ?? 0),
    errorRate: perRequest(Number(row?.request_errors ?? 0)),
    avgDurationMs: perRequest(Number(row?.request_duration_ns ?? 0) / NANOSECONDS_PER_MS),
    p50DurationMs: percentile(0),
    p95DurationMs: percentile(1),
    p99DurationMs: percentile(2),
  };
}
