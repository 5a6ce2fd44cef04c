import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { invalidField } from '@svc/service-error';
import {
  fromMilliseconds,
  NANOSECONDS_PER_DAY,
  NANOSECONDS_PER_HOUR,
  toNanoseconds,
  type TimeRange,
} from '../time/index.js';
import type { Scope } from './scope.js';

export interface RequestedWindow {
  readonly startTime?: Pick<Timestamp, 'seconds' | 'nanos'> | undefined;
  readonly endTime?: Pick<Timestamp, 'seconds' | 'nanos'> | undefined;
}

/** Ingestion refuses records more than ten minutes ahead; a day leaves room for clock differences and costs nothing. */
const LATEST_AHEAD = NANOSECONDS_PER_DAY;

/**
 * The hour before now, or another width, unless the request names bounds. Bounds beyond the storable range (older than
 * the project's retention, further ahead than ingestion accepts) are moved to that limit: no row is lost, and the
 * window is bounded.
 */
export function resolveWindow(
  requested: RequestedWindow,
  scope: Scope,
  nowMs: number,
  defaultWidth = NANOSECONDS_PER_HOUR,
): TimeRange {
  const now = fromMilliseconds(nowMs);
  const to = requested.endTime ? toNanoseconds(requested.endTime) : now;
  const from = requested.startTime ? toNanoseconds(requested.startTime) : to - defaultWidth;
  if (from >= to) {
    throw requested.endTime
      ? invalidField('end_time', 'must be after start_time')
      : invalidField('start_time', 'must be before now when end_time is absent');
  }
  const oldest = now - scope.retention;
  const latest = now + LATEST_AHEAD;
  const clamp = (time: bigint): bigint => (time < oldest ? oldest : time > latest ? latest : time);
  return { from: clamp(from), to: clamp(to) };
}
