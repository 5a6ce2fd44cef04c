import { formatCount } from '../../time/amounts.js';
import { describeSpan } from '../parts/describe-span.js';
import { totalOf, type Bucket } from './layout.js';

/** Describes buckets for a screen reader: the span, the total, and each series that is not empty. */
export function describeBuckets(
  buckets: readonly Bucket[],
  names: readonly string[],
  zone: string,
  nowMs?: number,
): string {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined) return '';
  const span = describeSpan(first.startMs, last.endMs, zone, nowMs);
  const known = buckets.filter(({ counts }) => counts !== undefined);
  if (known.length === 0) return `${span}: not known`;
  const total = known.reduce((sum, bucket) => sum + totalOf(bucket), 0);
  const parts = names
    .map((name, nth) => ({ name, count: known.reduce((sum, { counts }) => sum + (counts?.[nth] ?? 0), 0) }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${formatCount(count)} ${name}`);
  const unknown = known.length < buckets.length ? '; a part is not known' : '';
  return `${span}: ${formatCount(total)}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}${unknown}`;
}
