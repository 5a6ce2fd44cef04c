import { collapseRuns } from '../../../runtime/values/collapse-runs.js';
import { isObject, objectsAt, plainText, type Json } from '../../../runtime/values/json.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { counted, toSecond, wholeNumber } from '../../layout/units.js';

/** Characters of the longest bar. */
const LONGEST = 40;
const TIME = '2026-01-31T09:00:00Z'.length;

/**
 * Prints how often an issue happened: a bar for each bucket, as long as its share of the largest one, and one line for a run of buckets
 * without errors.
 */
export function printOccurrences(answer: Json, page: Page): string {
  const { colors } = page;
  const series = isObject(answer) ? answer : {};
  const points = objectsAt(answer, 'points').map(({ timestamp, count }) => ({
    time: toSecond(timestamp ?? ''),
    count: Number(count ?? 0),
  }));
  const most = Math.max(1, ...points.map(({ count }) => count));
  const width = wholeNumber(most).length;
  const longest = Math.min(LONGEST, Math.max(1, (page.width ?? Infinity) - TIME - width - 4));
  const lines = collapseRuns(points, ({ count }) => count === 0).map(({ item: { time, count }, more }) => {
    // A single occurrence still gets a visible bar.
    const bar = count === 0 ? '' : '█'.repeat(Math.max(1, Math.round((count / most) * longest)));
    const number = wholeNumber(count).padStart(width);
    if (more > 0) return colors.dim(`${time}  ${number}  and ${more} more`);
    return `${colors.dim(time)}  ${count === 0 ? colors.dim(number) : number}  ${colors.red(bar)}`.trimEnd();
  });
  const every = oneLine(plainText(series['interval'] ?? ''));
  const heading = `${colors.bold(counted(series['total'] ?? 0, 'error'))}  ${colors.dim(`every ${every}`)}`;
  return [heading, ...lines].map((line) => `${line}\n`).join('');
}
