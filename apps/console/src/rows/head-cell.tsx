import type { ReactNode } from 'react';
import classes from './rows.module.css';

/** The order of a list by one of its columns. */
export interface Sorting {
  /** Undefined while the list is sorted by another column. */
  readonly direction: 'asc' | 'desc' | undefined;
  readonly onSort: () => void;
}

interface HeadCellProps {
  readonly label: string;
  readonly isOptional?: boolean;
  readonly isNumber?: boolean;
  readonly sorting?: Sorting;
}

const ARROWS = { asc: '↑', desc: '↓' };
const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const;

/** The head of a column, which is a button if the list can be sorted by it. */
export function HeadCell({ label, isOptional = false, isNumber = false, sorting }: HeadCellProps): ReactNode {
  const { direction } = sorting ?? {};
  return (
    <div
      role="columnheader"
      aria-sort={sorting && (direction === undefined ? 'none' : DIRECTIONS[direction])}
      className={[isOptional && classes.optional, isNumber && classes.number].filter(Boolean).join(' ') || undefined}
    >
      {sorting ? (
        <button type="button" className={classes.sort} onClick={sorting.onSort}>
          {label}
          {direction !== undefined && <span aria-hidden="true"> {ARROWS[direction]}</span>}
        </button>
      ) : (
        label
      )}
    </div>
  );
}
