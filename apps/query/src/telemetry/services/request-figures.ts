import type { RequestsRow } from './services.query.js';

/** Rate, errors and duration in the form of messages. */
export interface RequestFigures {
  readonly requestCount: bigint;
  readonly requestRate: number;
  readonly errorCount: bigint;
  readonly errorRate: number;
  readonly avgDurationMs: number;
  readonly p50DurationMs: number;
  readonly p95DurationMs: number;
  readonly p99DurationMs: number;
  /** Some spans represent others that sampling left out. */
  readonly estimated: boolean;
}

const NANOSECONDS_PER_MS = 1e6;

/**
 * The figures of `seconds`; all are zero without requests. Sampled spans count as often as they represent; percentiles
 * are computed from the stored spans, which is the same if all of them were sampled alike.
 */
export function requestFigures(row: RequestsRow | undefined, seconds: number): RequestFigures {
  const stored = Number(row?.request_total ?? 0);
  const requests = stored + (row?.left_out_requests ?? 0);
  const errors = Number(row?.error_total ?? 0) + (row?.left_out_errors ?? 0);
  const durationNs = Number(row?.duration_total ?? 0) + (row?.left_out_duration ?? 0);
  const perRequest = (total: number): number => (requests === 0 ? 0 : total / requests);
  const percentile = (index: number): number =>
    stored === 0 ? 0 : (row?.percentiles[index] ?? 0) / NANOSECONDS_PER_MS;
  return {
    requestCount: toCount(requests),
    requestRate: seconds > 0 ? requests / seconds : 0,
    errorCount: toCount(errors),
    errorRate: perRequest(errors),
    avgDurationMs: perRequest(durationNs / NANOSECONDS_PER_MS),
    p50DurationMs: percentile(0),
    p95DurationMs: percentile(1),
    p99DurationMs: percentile(2),
    estimated: isEstimated(row),
  };
}

/** Whether spans represent others. */
export const isEstimated = (row: Pick<RequestsRow, 'left_out_spans'> | undefined): boolean =>
  row !== undefined && row.left_out_spans > 0;

/** Senders may claim to represent more spans than a number can hold. */
export const toCount = (estimate: number): bigint => BigInt(Math.round(Math.min(estimate, Number.MAX_SAFE_INTEGER)));
