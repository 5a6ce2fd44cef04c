import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useRef, type ReactNode, type UIEvent } from 'react';
import { useKeys } from '../keys/use-keys.js';
import { HeadCell, type Sorting } from './head-cell.js';
import { findRowIndex, Row } from './row.js';
import classes from './rows.module.css';
import { isFocusFree, useRememberedRow } from './use-remembered-row.js';

export interface Column {
  readonly label: string;
  /** A track of a CSS grid, such as `90px` or `minmax(0, 1fr)`. */
  readonly width: string;
  /** Left out of narrow windows. */
  readonly isOptional?: boolean;
  /** Aligns the label with the numbers below it. */
  readonly isNumber?: boolean;
  /** Track in narrow windows, if it is another one. */
  readonly narrowWidth?: string;
  /** Makes the head a button that sorts. */
  readonly sorting?: Sorting;
}

interface RowsProps<T> {
  /** Name of the list. */
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column[];
  readonly getId: (row: T) => string;
  /** The cells of a row; one element for each column. */
  readonly renderCells: (row: T) => ReactNode;
  /** ID of the row whose details are open. */
  readonly open?: string | undefined;
  readonly onOpen?: (row: T | undefined) => void;
  /** Called near the end of the rows while there are more. */
  readonly onEnd?: (() => void) | undefined;
  /** Keeps the last row in view as rows are added. */
  readonly followsEnd?: boolean;
  /** The place of a row that is kept in view when it changes, such as the one that follows a player. */
  readonly inView?: number;
  /** Called after a scroll with whether the last row is in view. */
  readonly onAtEnd?: (isAtEnd: boolean) => void;
  /** Called after a scroll with whether the first row is in view. */
  readonly onAtStart?: ((isAtStart: boolean) => void) | undefined;
  /** Shown under the last row, such as the progress of the next page. */
  readonly foot?: ReactNode;
  /** Whether the keys move in another list of the page until this one is used. */
  readonly yieldsKeys?: boolean;
  /** Keys that act on the row with the focus, besides `j`, `k` and Enter. */
  readonly rowKeys?: readonly { readonly keys: string; readonly label: string; readonly run: (row: T) => void }[];
}

const ROW_HEIGHT = 26;
const OVERSCAN = 12;
/** Rows before the end at which the next page is requested. */
const NEAR_END = 40;

/**
 * A list of any length in rows of one height, of which only the visible ones are in the page. The keyboard moves one row at a time; a
 * click on a row opens its details unless it selects text.
 */
export function Rows<T>(props: RowsProps<T>): ReactNode {
  const { label, rows, columns, getId, renderCells, open, onOpen, onEnd, foot } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { focused, remember } = useRememberedRow(label);
  const wasRemembered = useRef(focused.current !== undefined);
  const focusedIndex = useRef(0);
  const id = useId();
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : getId(row);
    },
    [rows, getId],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    // The head covers as much of the window.
    scrollPaddingEnd: ROW_HEIGHT,
    getItemKey,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isNearEnd = rows.length > 0 && last >= rows.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd, rows.length]);
  const { followsEnd = false, inView = -1 } = props;
  useEffect(() => {
    if (followsEnd && rows.length > 0) virtualizer.scrollToIndex(rows.length - 1, { align: 'end' });
  }, [followsEnd, rows, virtualizer]);
  useEffect(() => {
    if (inView >= 0) virtualizer.scrollToIndex(inView, { align: 'auto' });
  }, [inView, virtualizer]);

  const findIndex = useCallback(
    (rowId: string | undefined) => (rowId === undefined ? -1 : rows.findIndex((row) => getId(row) === rowId)),
    [rows, getId],
  );
  useEffect(() => {
    if (!wasRemembered.current || rows.length === 0) return;
    wasRemembered.current = false;
    const index = findIndex(focused.current);
    focusedIndex.current = Math.max(0, index);
    // The position of the list comes back one frame after its rows.
    requestAnimationFrame(() => {
      if (isFocusFree()) document.getElementById(`${id}-${index}`)?.focus({ preventScroll: true });
    });
  }, [rows, findIndex, focused, id]);
  const move = (step: number): void => {
    const known = findIndex(focused.current ?? open);
    // A row that has left the list was between its neighbors.
    const isGone = known < 0 && focused.current !== undefined;
    const from = isGone ? focusedIndex.current - (step > 0 ? 1 : 0) : known;
    const index = Math.max(0, Math.min(rows.length - 1, from + step));
    const row = rows[index];
    if (row === undefined) return;
    remember(getId(row));
    focusedIndex.current = index;
    virtualizer.scrollToIndex(index);
    if (open !== undefined) onOpen?.(row);
    const focusRow = (): boolean => {
      const element = document.getElementById(`${id}-${index}`);
      element?.focus({ preventScroll: true });
      return element !== null;
    };
    // At once if the row is there, because the next key may come before the next frame.
    if (!focusRow()) requestAnimationFrame(focusRow);
  };
  const getFocused = (): T | undefined => rows[findIndex(focused.current ?? open)];
  const bindings = [
    { keys: 'j', label: 'Next row', run: () => move(1) },
    { keys: 'k', label: 'Previous row', run: () => move(-1) },
    ...(props.rowKeys ?? []).map(({ run, ...key }) => ({
      ...key,
      run: () => {
        const row = getFocused();
        if (row !== undefined) run(row);
      },
    })),
  ];
  // Of several lists on a page, the one that was used last has the keys.
  const preferKeys = useKeys(label, bindings, { kind: 'list', yields: props.yieldsKeys === true });

  const template = columns.map(({ width }) => width).join(' ');
  const narrow = columns.flatMap((column) => (column.isOptional === true ? [] : (column.narrowWidth ?? column.width)));
  const isSelecting = (): boolean => (document.getSelection()?.toString() ?? '') !== '';
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      tabIndex={rows.length === 0 ? undefined : 0}
      className={classes.scroller}
      style={{ '--columns': template, '--narrow-columns': narrow.join(' ') } as never}
      onFocus={preferKeys}
      onPointerDown={preferKeys}
      onScroll={({ currentTarget }: UIEvent<HTMLDivElement>) => {
        const { scrollHeight, scrollTop, clientHeight } = currentTarget;
        props.onAtStart?.(scrollTop < ROW_HEIGHT);
        props.onAtEnd?.(scrollHeight - scrollTop - clientHeight < ROW_HEIGHT);
      }}
    >
      <div role="row" aria-rowindex={1} className={classes.head}>
        {columns.map((column) => (
          <HeadCell key={column.label} {...column} />
        ))}
      </div>
      <div
        role="rowgroup"
        className={classes.body}
        style={{ height: virtualizer.getTotalSize() }}
        onFocus={(event) => {
          const index = findRowIndex(event);
          const row = index === undefined ? undefined : rows[index];
          if (index === undefined || row === undefined) return;
          remember(getId(row));
          focusedIndex.current = index;
        }}
        onClick={(event) => {
          const row = rows[findRowIndex(event) ?? -1];
          const isInControl = event.target instanceof Element && event.target.closest('a, button, input') !== null;
          if (row !== undefined && !isInControl && !isSelecting()) onOpen?.(getId(row) === open ? undefined : row);
        }}
        onKeyDown={(event) => {
          const isOnRow = event.target instanceof Element && event.target.role === 'row';
          const row = rows[findRowIndex(event) ?? -1];
          if (event.key === 'Enter' && isOnRow && row !== undefined) onOpen?.(row);
        }}
      >
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isOpen = getId(row) === open;
          return (
            <Row
              key={key}
              id={`${id}-${index}`}
              row={row}
              index={index}
              top={start}
              isOpen={isOpen}
              renderCells={renderCells}
            />
          );
        })}
      </div>
      {foot}
    </div>
  );
}

/** A cell of a row. */
export function Cell({ children, isOptional = false, isNumber = false }: CellProps): ReactNode {
  const kinds = [classes.cell, isOptional && classes.optional, isNumber && classes.number];
  return (
    <div role="gridcell" className={kinds.filter(Boolean).join(' ')}>
      {children}
    </div>
  );
}

interface CellProps {
  readonly children?: ReactNode;
  readonly isOptional?: boolean;
  readonly isNumber?: boolean;
}
