import { createCursors } from '@svc/pagination';
import { WindowCursors } from '../paging/index.js';
import { toTimestamp } from '../time/index.js';

/** The current time in tests. */
export const NOW_MS = 1_795_200_000_000;
export const NOW = BigInt(NOW_MS) * 1_000_000n;
export const clock = (): number => NOW_MS;

export const SECOND = 1_000_000_000n;
export const MINUTE = 60n * SECOND;
export const HOUR = 60n * MINUTE;
export const DAY = 24n * HOUR;

export const testCursors = (): WindowCursors => new WindowCursors(createCursors('a secret of sixteen bytes and more'));

/** A time as a message has it. */
export function at(nanoseconds: bigint) {
  return { $typeName: 'google.protobuf.Timestamp' as const, ...toTimestamp(nanoseconds) };
}

/** Injection attempts that untrusted clients may send as a name. */
export const INJECTION_ATTEMPTS = [
  // Text that ends, or is no longer in, a literal.
  "' OR 1=1; DROP TABLE logs; --",
  "unhex('00')) ; /* */ -- ",
  '\\',
  "\\'",
  '"',
  '`',
  // Text with a meaning of its own: a parameter, a pattern, no value, the end of a text.
  '{p1:String}',
  '%_',
  'NULL',
  '\u0000',
  // Characters that are escaped where a value is sent, and long ones.
  '\t\r\n\n',
  '💣\u202e',
  'x'.repeat(10_000),
];
