import type { Timestamp } from '@bufbuild/protobuf/wkt';

/** Times are bigint nanoseconds since 1970; a Date would lose six digits of them. */
export const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
export const NANOSECONDS_PER_SECOND = 1_000_000_000n;
export const NANOSECONDS_PER_MINUTE = 60n * NANOSECONDS_PER_SECOND;
export const NANOSECONDS_PER_HOUR = 60n * NANOSECONDS_PER_MINUTE;
export const NANOSECONDS_PER_DAY = 24n * NANOSECONDS_PER_HOUR;

export function toNanoseconds(timestamp: Pick<Timestamp, 'seconds' | 'nanos'>): bigint {
  return timestamp.seconds * NANOSECONDS_PER_SECOND + BigInt(timestamp.nanos);
}

/** Converts clock readings, which may have fractions of a millisecond. */
export const fromMilliseconds = (ms: number): bigint => BigInt(Math.trunc(ms)) * NANOSECONDS_PER_MILLISECOND;

export function toTimestamp(nanoseconds: bigint): { seconds: bigint; nanos: number } {
  const remainder = nanoseconds % NANOSECONDS_PER_SECOND;
  const nanos = remainder < 0n ? remainder + NANOSECONDS_PER_SECOND : remainder;
  return { seconds: (nanoseconds - nanos) / NANOSECONDS_PER_SECOND, nanos: Number(nanos) };
}

/** For durations: exact below 104 days. */
export function toMilliseconds(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e6;
}

export const floorTo = (value: bigint, step: bigint): bigint => value - (((value % step) + step) % step);
export const ceilTo = (value: bigint, step: bigint): bigint => -floorTo(-value, step);

/** Bucket widths by their names in requests. */
export const INTERVALS: ReadonlyMap<string, bigint> = new Map([
  ['1m', NANOSECONDS_PER_MINUTE],
  ['5m', 5n * NANOSECONDS_PER_MINUTE],
  ['15m', 15n * NANOSECONDS_PER_MINUTE],
  ['30m', 30n * NANOSECONDS_PER_MINUTE],
  ['1h', NANOSECONDS_PER_HOUR],
  ['6h', 6n * NANOSECONDS_PER_HOUR],
  ['12h', 12n * NANOSECONDS_PER_HOUR],
  ['1d', NANOSECONDS_PER_DAY],
]);
