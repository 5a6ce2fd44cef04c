import type { Column } from './columns.js';
import { canFit, type Measured } from './fit-columns.js';
import { displayWidth, totalWidth } from './layout.js';
import { shortenTimes } from './short-times.js';
import { toMillisecond, toSecond } from './units.js';

/** Returns the indexes of the columns that fit into a terminal. */
export function chooseColumns(columns: readonly Column[], texts: readonly string[][], width: number): number[] {
  const fits = (kept: readonly number[], isLastResort: boolean): boolean =>
    canFit(measure(pick(columns, kept), shortCells(columns, texts, kept).cells), width, isLastResort);
  const isEmpty = (column: number): boolean => texts.length > 0 && texts.every((line) => line[column] === '');
  // A column of marks without any mark.
  let kept = [...columns.keys()].filter((column) => columns[column]?.title !== '' || !isEmpty(column));
  const measured = measure(pick(columns, kept), shortCells(columns, texts, kept).cells);
  if (totalWidth(measured.map((column) => column.width)) <= width) return kept;
  kept = kept.filter((column) => !isEmpty(column));
  for (const { column, isLastResort } of toDrop(columns)) if (!fits(kept, isLastResort)) kept = without(kept, column);
  return kept;
}

/** The columns that may be left out, in this order. */
function toDrop(columns: readonly Column[]): { column: number; isLastResort: boolean }[] {
  const order = (column: number): number => columns[column]?.dropOrder ?? Infinity;
  const indexes = [...columns.keys()];
  const expendable = indexes.filter((column) => order(column) < Infinity).sort((a, b) => order(a) - order(b));
  const others = indexes.filter(
    (column) => column > 0 && order(column) === Infinity && !columns[column]?.whole && !columns[column]?.flexible,
  );
  return [
    ...expendable.map((column) => ({ column, isLastResort: false })),
    ...others.reverse().map((column) => ({ column, isLastResort: true })),
  ];
}

const without = (kept: readonly number[], column: number): number[] => kept.filter((each) => each !== column);

export function pick<Item>(items: readonly Item[], kept: readonly number[]): Item[] {
  return kept.flatMap((index) => items.slice(index, index + 1));
}

const isTime = ({ format }: Column): boolean => format === toMillisecond || format === toSecond;

export function shortCells(
  columns: readonly Column[],
  texts: readonly string[][],
  kept: readonly number[],
): ReturnType<typeof shortenTimes> {
  return shortenTimes(
    texts.map((line) => pick(line, kept)),
    pick(columns, kept).map(isTime),
  );
}

export function measure(columns: readonly Column[], cells: readonly (readonly string[])[]): Measured[] {
  return columns.map((column, index) => {
    const title = displayWidth(column.title);
    const width = Math.max(title, ...cells.map((line) => displayWidth(line[index] ?? '')));
    const rigid = column.whole === true || column.align === 'right' || isTime(column);
    return { width, title, rigid, main: column.flexible === true };
  });
}
