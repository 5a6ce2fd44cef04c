import { timestampFromMs, timestampMs, type Timestamp } from '@bufbuild/protobuf/wkt';
import { invalidField } from '@svc/service-error';

const FIRST_MS = Date.UTC(2000, 0, 1);
const END_MS = Date.UTC(2101, 0, 1);

/** @throws ServiceError invalid_request at the path for a time outside the years that schedules can be resolved in. */
export function readTime(timestamp: Timestamp | undefined, path: string, defaultMs: number): number {
  const ms = timestamp === undefined ? defaultMs : timestampMs(timestamp);
  if (ms < FIRST_MS || ms >= END_MS) throw invalidField(path, 'must be in the years 2000 to 2100');
  return ms;
}

/** Absent for a time that is never reached. */
export function finiteTimestamp(ms: number): Timestamp | undefined {
  return Number.isFinite(ms) ? timestampFromMs(ms) : undefined;
}
