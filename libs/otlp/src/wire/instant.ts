import { parseTimestamp } from '@svc/contract';
import type { Json } from './json-value.js';

const NANOSECONDS = 1_000_000_000n;
const LARGEST = 2n ** 63n - 1n;
const DECIMAL = /^\d{9,20}(?:\.\d+)?$/;

/** The numbers from which times are milliseconds, microseconds and nanoseconds; 10^11 seconds are the year 5138. */
const UNITS = [
  { from: 1e17, nanoseconds: 1n },
  { from: 1e14, nanoseconds: 1_000n },
  { from: 1e11, nanoseconds: 1_000_000n },
  { from: 0, nanoseconds: NANOSECONDS },
];

/** Nanoseconds since 1970 of a time in RFC 3339, or of a number whose size tells its unit; undefined for anything else. */
export function toInstant(value: Json): bigint | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return undefined;
  if (DECIMAL.test(value)) return fromNumber(value.includes('.') ? Number(value) : BigInt(value));
  const instant = parseTimestamp(value);
  return 'nanos' in instant ? within(instant.seconds * NANOSECONDS + BigInt(instant.nanos)) : undefined;
}

function fromNumber(value: number | bigint): bigint | undefined {
  if (!(value > 0) || value > LARGEST) return undefined;
  const unit = UNITS.find(({ from }) => value >= from)?.nanoseconds ?? NANOSECONDS;
  if (typeof value === 'bigint') return within(value * unit);
  const whole = Math.trunc(value);
  // A double has microseconds of today's seconds, and no more.
  const millionths = Math.round((value - whole) * 1e6);
  return within(BigInt(whole) * unit + (BigInt(millionths) * unit) / 1_000_000n);
}

function within(time: bigint): bigint | undefined {
  return time > 0n && time <= LARGEST ? time : undefined;
}
