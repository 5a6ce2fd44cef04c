import { plainText, valueAt, type JsonObject } from '../../runtime/values/json.js';
import { chooseColumns, measure, pick, shortCells } from './choose-columns.js';
import type { Colors } from './colors.js';
import type { Column, Page } from './columns.js';
import { fitWidths } from './fit-columns.js';
import { layout, wrap } from './layout.js';
import { oneLine } from './sanitize.js';

export type { Column, Page } from './columns.js';

/**
 * Prints rows below their titles. On a terminal, no line is wider than it: columns without any value, then those with a `dropOrder`
 * and at last any other are left out, IDs and the first column never, and the widest texts are cut. A line above names the day if all
 * times share it, and the cells contain only the time.
 */
export function printTable(all: readonly Column[], rows: readonly JsonObject[], page: Page): string {
  const { width, colors } = page;
  const shown = all.filter(({ fromWidth }) => fromWidth === undefined || (width ?? 0) >= fromWidth);
  const texts = cellTexts(shown, rows);
  if (width === undefined)
    return printRows(
      shown,
      rows,
      texts.map((line) => [line]),
      colors,
    );
  const kept = chooseColumns(shown, texts, width);
  const columns = pick(shown, kept);
  const { cells, heading } = shortCells(shown, texts, kept);
  const widths = fitWidths(measure(columns, cells), width);
  const wrapped = cells.map((line) => wrapRow(line, columns, widths));
  const above = heading === undefined ? '' : `${colors.dim(heading)}\n`;
  return above + printRows(columns, rows, wrapped, colors);
}

/** Returns the lines of one row. */
function wrapRow(cells: readonly string[], columns: readonly Column[], widths: readonly number[]): string[][] {
  const parts = cells.map((cell, index) => wrap(cell, widths[index] ?? 0, columns[index]?.lines ?? 1));
  const height = Math.max(...parts.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => parts.map((lines) => lines[line] ?? ''));
}

/** @param cells the lines of each row */
function printRows(
  columns: readonly Column[],
  rows: readonly JsonObject[],
  cells: readonly (readonly (readonly string[])[])[],
  colors: Colors,
): string {
  const titles = columns.map(({ title }) => paintCell(title, undefined, undefined, colors));
  const painted = cells.flatMap((lines, index) =>
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

function cellText(column: Column, row: JsonObject): string {
  const value = valueAt(row, column.field);
  if (value === undefined || value === null) return '';
  return oneLine(column.format ? column.format(value, row) : plainText(value));
}

function paintCell(text: string, column: Column | undefined, row: JsonObject | undefined, colors: Colors): string {
  if (!row) return colors.bold(text);
  if (text === '') return text;
  const value = column && valueAt(row, column.field);
  return column?.paint && value !== undefined ? column.paint(value, colors)(text) : text;
}
