import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';
import { wrapLine } from '../layout/lines.js';
import { oneLine } from '../layout/sanitize.js';
import { sparkline } from '../layout/sparkline.js';
import { printTable, type Column, type Page } from '../layout/table.js';
import { toSecond, wholeNumber } from '../layout/units.js';

/** Prints one line per series with a sparkline, and below it the points of all series. */
export function printTrends(answer: Json, page: Page): string {
  const series = objectsAt(answer, 'series');
  if (!isObject(answer) || series.length === 0) return 'No events in this window.\n';
  const text = (field: string): string => oneLine(plainText(answer[field] ?? ''));
  const named = series.map((one) => ({
    ...one,
    name: seriesName(one),
    course: sparkline(objectsAt(one, 'points').map(({ value }) => Number(value))),
  }));
  const summary: readonly Column[] = [
    { title: 'SERIES', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
    { title: 'TOTAL', field: 'total', format: wholeNumber, align: 'right' },
    { title: text('interval').toUpperCase(), field: 'course', whole: true },
  ];
  const about = page.colors.dim(wrapLine(`${text('measure')}, ${text('timezone')}`, page));
  const points = named.flatMap(({ name, ...one }) => objectsAt(one, 'points').map((point) => pointRow(name, point)));
  const table = printTable(POINTS, points, page);
  return `${printTable(summary, named, page)}${about}\n${text('interval') === 'total' ? '' : `\n${table}`}`;
}

const POINTS: readonly Column[] = [
  { title: 'START', field: 'start', format: toSecond, paint: (_, colors) => colors.dim },
  { title: 'SERIES', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'VALUE', field: 'value', format: wholeNumber, align: 'right' },
  { title: '', field: 'state', paint: (_, colors) => colors.dim },
];

function pointRow(name: string, { start = '', value = 0, complete }: JsonObject): JsonObject {
  return { start, name, value, state: complete === true ? '' : 'incomplete' };
}

function seriesName({ event = '', breakdown_value }: JsonObject): string {
  return breakdown_value === undefined ? plainText(event) : `${plainText(event)} · ${plainText(breakdown_value)}`;
}
