import { isObject, objectsAt, plainText, type Json } from '../../../runtime/values/json.js';
import { wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { clockText, milliseconds, toSecond } from '../../layout/units.js';

const MATCHES: readonly Column[] = [
  { title: 'SESSION', field: 'recording.session_id', whole: true },
  { title: 'MATCH', field: 'match' },
  { title: 'OFFSET', field: 'offset_ms', format: (ms) => clockText(Number(ms)), align: 'right' },
  { title: 'PERSON', field: 'recording.distinct_id', dropOrder: 3, paint: (_, colors) => colors.cyan },
  { title: 'START', field: 'recording.started_at', format: toSecond, dropOrder: 2, paint: (_, colors) => colors.dim },
  { title: 'DURATION', field: 'recording.duration_ms', format: milliseconds, align: 'right', dropOrder: 1 },
];

/** Prints the recordings of a trace and why there are these, or none. */
export function printMatches(answer: Json, page: Page): string {
  const explanation = wrapLine(oneLine(plainText(isObject(answer) ? answer['explanation'] : '')), page);
  const matches = objectsAt(answer, 'matches');
  return `${matches.length === 0 ? '' : `${printTable(MATCHES, matches, page)}\n`}${page.colors.dim(explanation)}\n`;
}
