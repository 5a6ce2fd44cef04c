import { isObject, objectsAt, plainText, type Json } from '../../../runtime/values/json.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { toSecond, wholeNumber } from '../../layout/units.js';

/** Characters of the longest bar. */
const LONGEST = 40;

/** Prints how often an issue happened: a bar for each bucket, as long as its share of the largest one. */
export function printOccurrences(answer: Json, { colors }: Page): string {
  const series = isObject(answer) ? answer : {};
  const points = objectsAt(answer, 'points').map(({ timestamp, count }) => ({
    time: toSecond(timestamp ?? ''),
    count: Number(count ?? 0),
  }));
  const most = Math.max(1, ...points.map(({ count }) => count));
  const width = wholeNumber(most).length;
  const lines = points.map(({ time, count }) => {
    // A single occurrence still gets a visible bar.
    const bar = count === 0 ? '' : '█'.repeat(Math.max(1, Math.round((count / most) * LONGEST)));
    const number = wholeNumber(count).padStart(width);
    return `${colors.dim(time)}  ${count === 0 ? colors.dim(number) : number}  ${colors.red(bar)}`.trimEnd();
  });
  const every = oneLine(plainText(series['interval'] ?? ''));
  const heading = `${colors.bold(`${wholeNumber(series['total'] ?? 0)} errors`)}  ${colors.dim(`every ${every}`)}`;
  return [heading, ...lines].map((line) => `${line}\n`).join('');
}
