import { fromMilliseconds, type TimeRange } from '@svc/reading/time';

export interface Period {
  /** `YYYY-MM`. */
  readonly name: string;
  readonly range: TimeRange;
}

/** A UTC month; the month of `nowMs` if none is given. The name must be validated beforehand. */
export function parsePeriod(name: string, nowMs: number): Period {
  const named = name || new Date(nowMs).toISOString().slice(0, 7);
  const [year = 0, month = 0] = named.split('-').map(Number);
  return { name: named, range: { from: monthStart(year, month - 1), to: monthStart(year, month) } };
}

/** Months count from 0; month 12 is the next year's first. */
function monthStart(year: number, month: number): bigint {
  return fromMilliseconds(Date.UTC(year, month));
}
