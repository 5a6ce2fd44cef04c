import type { Range } from '../../time/range.js';
import type { Search } from '../../url/codec.js';
import type { DashboardState } from '../fields.js';

/** Whether the range of the page applies, and not that of the dashboard. */
export function usesPageRange(times: DashboardState['times'], search: Search): boolean {
  return times === 'page' || (times === 'auto' && (search['from'] !== undefined || search['to'] !== undefined));
}

/** The range that ends now and is as long as a dashboard says: `6h`. */
export function ownRange(timeRange: string): Range {
  return { from: `-${timeRange === '' ? '1h' : timeRange}`, to: 'now' };
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of an interval such as `30s`; undefined if there is none. */
export function toIntervalMs(interval: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([smhd])$/.exec(interval) ?? [];
  const ms = UNITS[unit];
  return count === undefined || ms === undefined ? undefined : Number(count) * ms;
}
