import { invalidField } from '@svc/service-error';
import { NANOSECONDS_PER_DAY, NANOSECONDS_PER_HOUR, NANOSECONDS_PER_MINUTE } from './nanoseconds.js';

const UNITS: Readonly<Record<string, bigint>> = {
  m: NANOSECONDS_PER_MINUTE,
  h: NANOSECONDS_PER_HOUR,
  d: NANOSECONDS_PER_DAY,
  w: 7n * NANOSECONDS_PER_DAY,
};

/** Nanoseconds of a duration such as 30m, 6h, 7d or 2w. Undefined for anything else and for zero. */
export function parseDuration(text: unknown): bigint | undefined {
  const [, amount = '0', unit = ''] = typeof text === 'string' ? (/^(\d{1,5})([mhdw])$/.exec(text) ?? []) : [];
  const nanoseconds = BigInt(amount) * (UNITS[unit] ?? 0n);
  return nanoseconds > 0n ? nanoseconds : undefined;
}

/** @throws ServiceError `invalid_request` at `path` if the text is not a duration or is longer than `longest`. */
export function requireDuration(text: unknown, path: string, longest: bigint): bigint {
  const nanoseconds = parseDuration(text);
  if (nanoseconds === undefined || nanoseconds > longest)
    throw invalidField(path, `must be a duration such as 30m, 6h or 7d, at most ${longest / NANOSECONDS_PER_DAY}d`);
  return nanoseconds;
}
