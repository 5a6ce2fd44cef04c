import { memo, type ReactNode, type SyntheticEvent } from 'react';
import classes from './rows.module.css';

interface RowProps<T> {
  readonly id: string;
  readonly row: T;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly isOpen: boolean;
  readonly renderCells: (row: T) => ReactNode;
}

/** One row of a list. It is rendered again only when it changes, and not when the list is scrolled. */
export const Row = memo(function Row<T>({ id, row, index, top, isOpen, renderCells }: RowProps<T>): ReactNode {
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isOpen}
      tabIndex={-1}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      {renderCells(row)}
    </div>
  );
}) as <T>(props: RowProps<T>) => ReactNode;

/** The index of the row in which something happened; undefined outside of the rows, as in a menu that a row has opened. */
export function findRowIndex({ target, currentTarget }: SyntheticEvent): number | undefined {
  const row = target instanceof Element ? target.closest('[role="row"]') : null;
  return row !== null && currentTarget.contains(row) ? Number(row.getAttribute('aria-rowindex')) - 2 : undefined;
}
