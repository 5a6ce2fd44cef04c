import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { toSecond } from '../../layout/units.js';

const COLUMNS: readonly Column[] = [
  { title: '', field: 'when', paint: (value, colors) => (value === 'now' ? colors.green : colors.dim) },
  { title: 'NAME', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'FROM', field: 'from', dropOrder: 2, format: toSecond },
  { title: 'UNTIL', field: 'until', format: toSecond },
  { title: 'BY', field: 'by', dropOrder: 1 },
  { title: 'USER ID', field: 'user_id', whole: true, paint: (_, colors) => colors.dim },
];

/** Prints who is on call at a time and who follows, and warns of gaps. */
export function printOnDuty(answer: Json, page: Page): string {
  const { colors } = page;
  const state = isObject(answer) ? answer : {};
  const rows = [
    ...objectsAt(answer, 'users').map((duty) => toRow('now', duty)),
    ...objectsAt(answer, 'next').map((duty) => toRow('next', duty)),
  ];
  const at = colors.dim(`at ${toSecond(state['at'] ?? '')}`);
  const gap =
    state['gap'] === true ? `${colors.red('Nobody is on call')} ${at}\n` : `${colors.bold('On call')} ${at}\n`;
  const table = rows.length === 0 ? '' : printTable(COLUMNS, rows, page);
  return `${gap}${table}`;
}

function toRow(when: string, duty: JsonObject): JsonObject {
  const layer = plainText(duty['layer'] ?? '');
  return {
    ...duty,
    when,
    // The turns of the users on call now began before the requested time.
    from: when === 'now' ? '' : (duty['start'] ?? ''),
    by: duty['source'] === 'override' ? 'override' : layer,
  };
}
