import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { levelPaint } from '../../layout/colors.js';
import { wrap } from '../../layout/layout.js';
import { wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import { sparkline } from '../../layout/sparkline.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { counted, decimal, milliseconds, percentage, rate, toSecond } from '../../layout/units.js';

/** Series, rows or records of a widget that are shown, so that a screen has room for a few widgets. */
const MAX_SHOWN = 5;
const MAX_TEXT_LINES = 5;
/** Figures that are sums, so that the sum of a series is the figure of its window. */
const SUMMED = ['count', 'sum'];

/** Prints what a widget shows: a sparkline with figures for each series, a figure, rows or records; or why there is nothing to show. */
export function printWidgetData(widget: JsonObject, page: Page): string {
  const data = isObject(widget['data']) ? widget['data'] : {};
  const { error } = data;
  if (isObject(error)) return `${page.colors.yellow(wrapLine(text(error['message']), page))}\n`;
  switch (plainText(widget['type'])) {
    case 'text':
      return wrap(text(widget['text']), page.width ?? Infinity, MAX_TEXT_LINES)
        .map((line) => `${line}\n`)
        .join('');
    case 'timeseries':
      return limited(seriesRows(widget, data), seriesColumns(widget), data, page);
    case 'list':
      return limited(recordRows(data), RECORDS, data, page);
    default:
      return printFigures(widget, data, page);
  }
}

function printFigures(widget: JsonObject, data: JsonObject, page: Page): string {
  const rows = objectsAt(data, 'rows').map((row) => ({ name: labelText(row), figure: figure(row['value'], widget) }));
  if (widget['type'] !== 'value') return limited(rows, FIGURES, data, page);
  return `${page.colors.bold(rows[0]?.figure ?? '–')}\n`;
}

function limited(rows: readonly JsonObject[], columns: readonly Column[], data: JsonObject, page: Page): string {
  if (rows.length === 0) return `${page.colors.dim('No data in this window.')}\n`;
  const left = rows.length - MAX_SHOWN;
  const more = left > 0 ? `and ${data['truncated'] === true ? 'at least ' : ''}${left} more\n` : '';
  return printTable(columns, rows.slice(0, MAX_SHOWN), page) + page.colors.dim(more);
}

const NAME: Column = { title: '', field: 'name', flexible: true, paint: (_, colors) => colors.cyan };
const FIGURES: readonly Column[] = [NAME, { title: 'FIGURE', field: 'figure', align: 'right' }];

function seriesColumns(widget: JsonObject): readonly Column[] {
  return [
    NAME,
    { title: isSummed(widget) ? 'TOTAL' : 'LAST', field: 'figure', align: 'right' },
    { title: 'GREATEST', field: 'greatest', align: 'right', dropOrder: 1 },
    { title: 'COURSE', field: 'course', whole: true },
  ];
}

function seriesRows(widget: JsonObject, data: JsonObject): JsonObject[] {
  return objectsAt(data, 'series').map((series) => {
    const points = objectsAt(series, 'points').map(({ value }) => value);
    const known = points.filter((value) => typeof value === 'number');
    const total = known.reduce((sum, value) => sum + value, 0);
    const greatest = known.reduce((most, value) => Math.max(most, value), -Infinity);
    return {
      name: labelText(series),
      figure: figure(isSummed(widget) && known.length > 0 ? total : known.at(-1), widget),
      greatest: figure(known.length === 0 ? undefined : greatest, widget),
      course: sparkline(points.map((value) => Math.max(0, Number(value ?? 0)))),
    };
  });
}

const RECORDS: readonly Column[] = [
  { title: 'TIME', field: 'time', format: toSecond, paint: (_, colors) => colors.dim },
  { title: 'LEVEL', field: 'level', paint: (level, colors) => levelPaint(plainText(level), colors) },
  { title: 'SERVICE', field: 'service', paint: (_, colors) => colors.cyan },
  { title: 'TEXT', field: 'said', flexible: true, lines: 2 },
];

function recordRows(data: JsonObject): JsonObject[] {
  const row = (time: string, level: Json, service: string, said: string) => (record: JsonObject) => ({
    time: record[time] ?? '',
    level: record['level'] ?? level,
    service: record[service] ?? '',
    said: [record['type'], record[said]].map(text).filter(Boolean).join(': '),
  });
  return [
    ...objectsAt(data, 'logs').map(row('timestamp', '', 'service_name', 'body')),
    ...objectsAt(data, 'errors').map(row('timestamp', 'error', 'service_name', 'message')),
    ...objectsAt(data, 'traces').map((trace) => ({
      ...row('start_time', Number(trace['error_count']) > 0 ? 'error' : 'ok', 'root_service', 'root_operation')(trace),
      said: `${text(trace['root_operation'])}  ${milliseconds(trace['duration_ms'] ?? '')}  ${counted(trace['error_count'] ?? 0, 'error')}`,
    })),
  ];
}

const isSummed = ({ query }: JsonObject): boolean =>
  isObject(query) && SUMMED.includes(plainText(query['aggregate']) || 'count');

function figure(value: Json | undefined, { query }: JsonObject): string {
  if (typeof value !== 'number') return '–';
  const { aggregate = '', field = '' } = isObject(query) ? query : {};
  if (aggregate === 'error_ratio') return percentage(value);
  if (aggregate === 'rate') return rate(value);
  return plainText(field).endsWith('_ms') && aggregate !== 'unique' ? milliseconds(value) : decimal(value);
}

function labelText({ labels }: JsonObject): string {
  const entries = isObject(labels) ? Object.entries(labels) : [];
  return entries.length === 0 ? '(all)' : entries.map(([name, value]) => `${name}=${text(value)}`).join(' ');
}

const text = (value: Json | undefined): string => oneLine(plainText(value));
