import { totalWidth } from './layout.js';

/** A column to fit: its widest cell and its title, in terminal columns. */
export interface Measured {
  readonly width: number;
  readonly title: number;
  /** Whether cutting a cell would make it useless: an ID, a number, a time. */
  readonly rigid: boolean;
  /** Whether the column has the main text of the table. */
  readonly main: boolean;
}

/** Room that a text keeps before columns are left out for it, and then before other columns are. */
const MAIN_ROOM = 20;
const NARROW_MAIN_ROOM = 12;
const TEXT_ROOM = 8;

/** Returns whether columns fit into `width` if their texts are cut to a readable rest. */
export function canFit(columns: readonly Measured[], width: number, isLastResort: boolean): boolean {
  return totalWidth(columns.map((column) => leastWidth(column, isLastResort))) <= width;
}

function leastWidth({ width, title, rigid, main }: Measured, isLastResort: boolean): number {
  if (rigid) return width;
  const room = main ? (isLastResort ? NARROW_MAIN_ROOM : MAIN_ROOM) : TEXT_ROOM;
  return Math.min(width, Math.max(title, room));
}

/** Returns the widths of columns that fit together: the widest texts are cut until all have room, and no title is. */
export function fitWidths(columns: readonly Measured[], width: number): number[] {
  let longest = width;
  const cut = (): number[] =>
    columns.map((column) => (column.rigid ? column.width : Math.min(column.width, Math.max(column.title, longest))));
  while (longest > 1 && totalWidth(cut()) > width) longest -= 1;
  return cut();
}
