/** A place on the grid, in columns and rows. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export const COLUMNS = 24;
/** The last row at which a widget can begin, as in the contract. */
const LAST_ROW = 9999;

const DEFAULT_SIZES: Readonly<Record<string, Pick<Cell, 'w' | 'h'>>> = {
  timeseries: { w: 12, h: 8 },
  value: { w: 6, h: 4 },
  table: { w: 12, h: 8 },
  list: { w: 24, h: 10 },
  text: { w: 12, h: 4 },
};

/** The size of a widget that is added without a place. */
export const defaultSize = (type: string): Pick<Cell, 'w' | 'h'> => DEFAULT_SIZES[type] ?? { w: 12, h: 8 };

export const isInside = ({ x, y, w, h }: Cell): boolean =>
  x >= 0 && y >= 0 && y <= LAST_ROW && w >= 1 && h >= 1 && x + w <= COLUMNS;

export const overlaps = (a: Cell, b: Cell): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** The index of the first cell that overlaps one before it; undefined if none does. */
export function firstOverlap(cells: readonly Cell[]): number | undefined {
  const index = cells.findIndex((cell, nth) => cells.slice(0, nth).some((other) => overlaps(cell, other)));
  return index === -1 ? undefined : index;
}

/**
 * The first free place of a size, by rows and then by columns; undefined if the grid is full. Such a place touches the edge of the grid or
 * of a cell above it and to its left, because it could be moved there otherwise.
 */
export function firstFree(cells: readonly Cell[], { w, h }: Pick<Cell, 'w' | 'h'>): Cell | undefined {
  const rows = [...new Set([0, ...cells.map((cell) => cell.y + cell.h)])].sort((a, b) => a - b);
  const columns = [...new Set([0, ...cells.map((cell) => cell.x + cell.w)])].sort((a, b) => a - b);
  for (const y of rows)
    for (const x of columns) {
      const place = { x, y, w, h };
      if (isInside(place) && !cells.some((cell) => overlaps(cell, place))) return place;
    }
  return undefined;
}
