import { parseTimestamp } from '@svc/contract';

const NS_PER_SECOND = 1_000_000_000n;

/** Nanoseconds since the epoch; undefined if the text is not an RFC 3339 time that exists in the calendar. */
export function parseInstant(text: string): bigint | undefined {
  const instant = parseTimestamp(text);
  return 'nanos' in instant ? instant.seconds * NS_PER_SECOND + BigInt(instant.nanos) : undefined;
}
