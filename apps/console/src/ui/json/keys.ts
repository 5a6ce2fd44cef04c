import { parentIndex, type Row } from './flatten.js';

/** The effect of a key: another line becomes active, or the line itself opens, closes or shows more. */
export interface TreeMove {
  readonly index: number;
  readonly acts: boolean;
}

/** The effect of a key in a tree, as the pattern of WAI-ARIA has it; undefined for a key without one. */
export function moveInTree(rows: readonly Row[], index: number, key: string): TreeMove | undefined {
  const row = rows[index];
  const isOpen = row?.kind === 'value' && row.open;
  const isClosed = row?.kind === 'value' && !row.open && row.node.size > 0;
  const to = (target: number): TreeMove => ({ index: Math.max(0, Math.min(target, rows.length - 1)), acts: false });
  switch (key) {
    case 'ArrowDown':
      return to(index + 1);
    case 'ArrowUp':
      return to(index - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      return isClosed ? { index, acts: true } : to(isOpen ? index + 1 : index);
    case 'ArrowLeft':
      return isOpen ? { index, acts: true } : to(parentIndex(rows, index) === -1 ? index : parentIndex(rows, index));
    case 'Enter':
    case ' ':
      return { index, acts: true };
    default:
      return undefined;
  }
}
