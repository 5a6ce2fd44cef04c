import { fromMilliseconds, type TimeRange } from '@svc/reading/time';

export interface Period {
  /** `YYYY-MM`. */
  readonly name: string;
  readonly range: TimeRange;
}

/** A month of UTC; the one of `nowMs` when none is named. The name was checked to be one. */
export function periodOf(name: string, nowMs: number): Period {
  const named = name || new Date(nowMs).toISOString().slice(0, 7);
  const [year = 0, month = 0] = named.split('-').map(Number);
  return { name: named, range: { from: startOf(year, month - 1), to: startOf(year, month) } };
}

/** Months count from 0; the twelfth is the next year's first. */
function startOf(year: number, month: number): bigint {
  return fromMilliseconds(Date.UTC(year, month));
}
