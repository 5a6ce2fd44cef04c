import type { NumberColumn } from '../columns/number-column.js';
import type { MappingColumns } from './decode-mappings.js';

/** Sorts the mappings of each line by column; most maps are sorted already. Mappings of one column keep their order. */
export function sortLines(mappings: MappingColumns): void {
  const lines = mappings.lines.values;
  const columns = mappings.columns.values;
  for (let line = 0; line + 1 < lines.length; line += 1) {
    const [from = 0, to = 0] = [lines[line], lines[line + 1]];
    if (!isSorted(columns, from, to)) sortRange(mappings, from, to);
  }
}

function isSorted(columns: Uint32Array, from: number, to: number): boolean {
  for (let index = from + 1; index < to; index += 1)
    if ((columns[index] ?? 0) < (columns[index - 1] ?? 0)) return false;
  return true;
}

function sortRange(
  { columns, sources, originalLines, originalColumns, names }: MappingColumns,
  from: number,
  to: number,
) {
  const byColumn = columns.values.slice(from, to);
  const order = Uint32Array.from(byColumn.keys()).sort((a, b) => (byColumn[a] ?? 0) - (byColumn[b] ?? 0) || a - b);
  const reorder = ({ values }: NumberColumn): void => {
    const before = values.slice(from, to);
    order.forEach((position, index) => (values[from + index] = before[position] ?? 0));
  };
  [columns, sources, originalLines, originalColumns, names].forEach(reorder);
}
