import type { SignalUsage } from '../../gen/api.js';
import { formatCount, MONTHS } from '../../time/format.js';

/** The months up to now in UTC, the present one first; their values are those of `period`, such as `2026-11`. */
export function lastMonths(
  nowMs: number,
  count: number,
): readonly { readonly value: string; readonly label: string }[] {
  const now = new Date(nowMs);
  return Array.from({ length: count }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    const label = `${MONTHS[month.getUTCMonth()] ?? ''} ${month.getUTCFullYear()}`;
    return { value: month.toISOString().slice(0, 7), label };
  });
}

/** The rejected items with their reasons. */
export function describeRejected(rejected: SignalUsage['rejected']): string {
  if (rejected.length === 0) return 'none';
  return rejected.map(({ items, reason }) => `${formatCount(items)}: ${reason}`).join(', ');
}
