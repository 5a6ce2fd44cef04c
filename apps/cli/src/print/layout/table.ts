import { plainText, valueAt, type Json, type JsonObject } from '../../runtime/values/json.js';
import type { Colors, Paint } from './colors.js';
import { displayWidth, layout, totalWidth, wrap, type Alignment } from './layout.js';
import { oneLine } from './sanitize.js';
import { shortenTimes } from './short-times.js';
import { toMillisecond, toSecond } from './units.js';

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
  /** Number of lines over which the flexible column wraps before it is cut; one by default. */
  readonly lines?: number;
  /** Whether the column is never cut; a long text then wraps at the edge of the terminal. */
  readonly whole?: boolean;
  /** The column is shown only on terminals with this many columns or more. */
  readonly fromWidth?: number;
}

/** The target of a table. Without a `width`, nothing is cut. */
export interface Page {
  readonly width: number | undefined;
  readonly colors: Colors;
  /** Returns the ID of the active project, which a list of projects marks. */
  readonly activeProject?: () => string | undefined;
}

/** The minimum width of the flexible column; narrower terminals wrap. */
const MIN_FLEXIBLE = 12;

/**
 * Prints rows below their titles. On a terminal, a line above names the day if all times share it, and the cells contain only the
 * time; columns without any value are left out if the table is too wide.
 */
export function printTable(all: readonly Column[], rows: readonly JsonObject[], page: Page): string {
  const { width, colors } = page;
  const shown = all.filter(({ fromWidth }) => fromWidth === undefined || (width ?? 0) >= fromWidth);
  if (width === undefined) return printRows(shown, rows, cellTexts(shown, rows), page);
  const { cells, heading } = shortenTimes(
    cellTexts(shown, rows),
    shown.map(({ format }) => format === toMillisecond || format === toSecond),
  );
  const above = heading === undefined ? '' : `${colors.dim(heading)}\n`;
  const isFull = totalWidth(columnWidths(shown, cells)) <= width;
  const kept = shown.map((_, column) => isFull || cells.some((line) => line[column] !== ''));
  const columns = shown.filter((_, column) => kept[column]);
  const keptCells = cells.map((line) => line.filter((_, column) => kept[column]));
  return above + printRows(columns, rows, keptCells, page);
}

function printRows(
  columns: readonly Column[],
  rows: readonly JsonObject[],
  cells: readonly string[][],
  { width, colors }: Page,
): string {
  const fitted = width === undefined ? cells.map((line) => [line]) : fitRows(columns, cells, width);
  const titles = columns.map(({ title }) => paintCell(title, undefined, undefined, colors));
  const painted = fitted.flatMap((lines, index) =>
    lines.map((line) => line.map((text, column) => paintCell(text, columns[column], rows[index], colors))),
  );
  return layout(
    [titles, ...painted],
    columns.map(({ align }) => align ?? 'left'),
  );
}

function cellTexts(columns: readonly Column[], rows: readonly JsonObject[]): string[][] {
  return rows.map((row) => columns.map((column) => cellText(column, row)));
}

function columnWidths(columns: readonly Column[], cells: readonly string[][]): number[] {
  return columns.map(({ title }, column) =>
    Math.max(displayWidth(title), ...cells.map((line) => displayWidth(line[column] ?? ''))),
  );
}

function cellText(column: Column, row: JsonObject): string {
  const value = valueAt(row, column.field);
  if (value === undefined || value === null) return '';
  return oneLine(column.format ? column.format(value, row) : plainText(value));
}

/** Returns the lines of each row; only the flexible column has more than one. */
function fitRows(columns: readonly Column[], cells: readonly string[][], width: number): string[][][] {
  const widths = columnWidths(columns, cells);
  const marked = columns.findIndex(({ flexible }) => flexible);
  const flexible = marked === -1 ? columns.length - 1 : marked;
  const excess = totalWidth(widths) - width;
  if (excess <= 0 || columns[flexible]?.whole) return cells.map((line) => [line]);
  const room = Math.max(MIN_FLEXIBLE, (widths[flexible] ?? 0) - excess);
  return cells.map((line) =>
    wrap(line[flexible] ?? '', room, columns[flexible]?.lines ?? 1).map((part, index) =>
      line.map((cell, column) => (column === flexible ? part : index === 0 ? cell : '')),
    ),
  );
}

function paintCell(text: string, column: Column | undefined, row: JsonObject | undefined, colors: Colors): string {
  if (!row) return colors.bold(text);
  if (text === '') return text;
  const value = column && valueAt(row, column.field);
  return column?.paint && value !== undefined ? column.paint(value, colors)(text) : text;
}
