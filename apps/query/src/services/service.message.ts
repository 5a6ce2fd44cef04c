import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ServiceSchema } from '@svc/contract';
import type { TimeRange } from '../statement/index.js';
import { NANOSECONDS_PER_SECOND, toTimestamp } from '../time/nanoseconds.js';
import type { ServiceRow } from './services.query.js';

const NANOSECONDS_PER_MS = 1e6;

/** A service without requests in the window has rates and durations of zero. */
export function toService(row: ServiceRow, minutes: TimeRange): MessageInitShape<typeof ServiceSchema> {
  const requests = Number(row.requests);
  const errors = Number(row.request_errors);
  const seconds = Number(minutes.to - minutes.from) / Number(NANOSECONDS_PER_SECOND);
  const percentile = (index: number): number =>
    requests === 0 ? 0 : (row.percentiles[index] ?? 0) / NANOSECONDS_PER_MS;
  return {
    serviceName: row.service_name,
    environments: row.environment_names.filter((name) => name !== ''),
    requestCount: BigInt(row.requests),
    requestRate: requests / seconds,
    errorCount: BigInt(row.request_errors),
    errorRate: requests === 0 ? 0 : errors / requests,
    avgDurationMs: requests === 0 ? 0 : Number(row.request_duration_ns) / requests / NANOSECONDS_PER_MS,
    p50DurationMs: percentile(0),
    p95DurationMs: percentile(1),
    p99DurationMs: percentile(2),
    spanCount: BigInt(row.spans),
    lastSeen: toTimestamp(BigInt(row.latest) * NANOSECONDS_PER_SECOND),
  };
}
