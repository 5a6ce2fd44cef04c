import type { Colors, Paint } from './colors.js';
import { isObject, plainText, type Json, type JsonObject } from '../../values/json.js';
import { displayWidth, fit, layout, totalWidth, type Alignment } from './layout.js';
import { oneLine } from './sanitize.js';

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Key of the value in a row, or a dotted path. */
  readonly field: string;
  readonly format?: (value: Json, row: JsonObject) => string;
  readonly paint?: (value: Json, colors: Colors) => Paint;
  readonly align?: Alignment;
  /** Whether the column shrinks on a narrow terminal. One per table; the last column by default. */
  readonly flexible?: boolean;
  /** Whether the column is never cut; a long text then wraps at the edge of the terminal. */
  readonly whole?: boolean;
  /** The column is shown only on terminals with this many columns or more. */
  readonly fromWidth?: number;
}

/** The target of a table. Without a `width`, nothing is cut. */
export interface Page {
  readonly width: number | undefined;
  readonly colors: Colors;
}

/** The minimum width of the flexible column; narrower terminals wrap. */
const MIN_FLEXIBLE = 12;

export function printTable(all: readonly Column[], rows: readonly JsonObject[], page: Page): string {
  const columns = all.filter(({ fromWidth }) => fromWidth === undefined || (page.width ?? 0) >= fromWidth);
  const cells = rows.map((row) => columns.map((column) => cellText(column, row)));
  const titles = columns.map(({ title }) => title);
  const fitted = page.width === undefined ? [titles, ...cells] : fitRows(columns, [titles, ...cells], page.width);
  const painted = fitted.map((line, index) => {
    const row = rows[index - 1];
    return line.map((text, column) => paintCell(text, columns[column], row, page.colors));
  });
  return layout(
    painted,
    columns.map(({ align }) => align ?? 'left'),
  );
}

/** Returns the value at a dotted path of a row. */
export function valueAt(row: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = row;
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
  return value;
}

function cellText(column: Column, row: JsonObject): string {
  const value = valueAt(row, column.field);
  if (value === undefined || value === null) return '';
  return oneLine(column.format ? column.format(value, row) : plainText(value));
}

function fitRows(columns: readonly Column[], rows: readonly string[][], width: number): string[][] {
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
  const marked = columns.findIndex(({ flexible }) => flexible);
  const flexible = marked === -1 ? columns.length - 1 : marked;
  const excess = totalWidth(widths) - width;
  if (excess <= 0 || columns[flexible]?.whole) return [...rows];
  const room = Math.max(MIN_FLEXIBLE, (widths[flexible] ?? 0) - excess);
  return rows.map((row) => row.map((cell, column) => (column === flexible ? fit(cell, room) : cell)));
}

function paintCell(text: string, column: Column | undefined, row: JsonObject | undefined, colors: Colors): string {
  if (!row) return colors.bold(text);
  const value = column && valueAt(row, column.field);
  return column?.paint && value !== undefined ? column.paint(value, colors)(text) : text;
}
