import { isObject, objectsAt, plainText, valueAt, type Json, type JsonObject } from '../../runtime/values/json.js';
import { wrapLine } from '../layout/lines.js';
import { oneLine } from '../layout/sanitize.js';
import { printTable, type Column, type Page } from '../layout/table.js';
import { measured, toSecond, wholeNumber } from '../layout/units.js';

/** Prints the points of a forecast with their intervals and its basis; the reason if there is no forecast. */
export function printForecast(answer: Json, page: Page): string {
  if (!isObject(answer)) return '';
  const text = (field: string): string => oneLine(plainText(answer[field] ?? ''));
  const unit = text('unit');
  const points = objectsAt(answer, 'points');
  if (points.length === 0) return `${wrapLine(`No forecast: ${text('reason')}`, page)}\n`;
  const range = (point: JsonObject, level: string): string =>
    `${measured(point[`lower_${level}`] ?? '', unit)} to ${measured(point[`upper_${level}`] ?? '', unit)}`;
  const rows = points.map((point) => ({ ...point, in_80: range(point, '80'), in_95: range(point, '95') }));
  const seasons = Array.isArray(answer['seasons']) ? answer['seasons'].map(plainText).join(', ') : '';
  const buckets = valueAt(answer, 'history.buckets') ?? '';
  const about = `${text('method')}${seasons && `, seasons ${seasons}`}, from ${wholeNumber(buckets)} buckets of ${text('interval')}`;
  const columns: readonly Column[] = [
    { title: 'TIME', field: 'timestamp', format: toSecond, paint: (_, colors) => colors.dim },
    { title: text('agg').toUpperCase(), field: 'value', format: (value) => measured(value, unit), align: 'right' },
    { title: '80 %', field: 'in_80', align: 'right' },
    { title: '95 %', field: 'in_95', align: 'right', paint: (_, colors) => colors.dim },
  ];
  return `${printTable(columns, rows, page)}${page.colors.dim(wrapLine(about, page))}\n`;
}
