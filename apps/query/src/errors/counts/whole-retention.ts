import type { Scope } from '@svc/reading/statement';
import { fromMilliseconds, NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';

/** The range of all errors that a project keeps, including errors of senders whose clocks are ahead. */
export function wholeRetention({ retention }: Scope, nowMs: number): TimeRange {
  const now = fromMilliseconds(nowMs);
  return { from: now - retention, to: now + NANOSECONDS_PER_DAY };
}
