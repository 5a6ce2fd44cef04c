import { ServiceError } from '@svc/service-error';
import type { TimeRange } from '../time/index.js';
import type { Budget } from './budget.js';
import type { Direction, Position } from './keyset.js';
import { slices, type SliceWidths } from './slices.js';

export interface TimeOrderedList<Row> {
  readonly range: TimeRange;
  readonly direction: Direction;
  /** The end of the previous page; its value is a time. */
  readonly after: Position | undefined;
  readonly limit: number;
  /** Widths of the slices, for lists that are known to be dense or sparse. */
  readonly widths?: SliceWidths;
  toPosition(row: Row): Position;
  /** Reads at most `count` rows of one slice after the position, in order. */
  read(slice: TimeRange, count: number): Promise<SliceRows<Row>>;
}

export interface SliceRows<Row> {
  readonly rows: readonly Row[];
  /** The slice has more rows, but the response would become too large. */
  readonly isTruncated?: boolean;
}

export interface FoundPage<Row> {
  readonly rows: Row[];
  /** The position after which the next page starts; absent on the last page. */
  readonly next?: Position;
}

/**
 * Reads one page of a list ordered by time, over growing slices until it is full. If the budget ends first, the rows
 * found so far are the page, and the next page starts at the first slice that was not read; a page may thus be short or
 * empty. The query is too expensive only if not even one slice could be read.
 */
export async function readTimeOrdered<Row>(list: TimeOrderedList<Row>, budget: Budget): Promise<FoundPage<Row>> {
  const { direction, limit } = list;
  const rows: Row[] = [];
  let readUpTo: bigint | undefined;
  for (const slice of slices(remaining(list), direction, list.widths)) {
    const unread = readUpTo === undefined ? undefined : { rows, next: boundaryPosition(readUpTo, direction) };
    if (unread && budget.isSpent()) return unread;
    try {
      const found = await list.read(slice, limit + 1 - rows.length);
      rows.push(...found.rows);
      if (found.isTruncated) return cutPage(rows, Math.min(limit, rows.length - 1), (row) => list.toPosition(row));
    } catch (error) {
      if (!unread || !isTooExpensive(error)) throw error;
      return unread;
    }
    if (rows.length > limit) return cutPage(rows, limit, (row) => list.toPosition(row));
    readUpTo = direction === 'desc' ? slice.from : slice.to;
  }
  return { rows };
}

/** A page of the rows that a statement with `limit + 1` found. */
export function cutPage<Row>(found: readonly Row[], limit: number, toPosition: (row: Row) => Position): FoundPage<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return found.length > limit && last ? { rows, next: toPosition(last) } : { rows };
}

/** Rows at the exact time of the position may still follow, unless it is a slice boundary. */
function remaining<Row>({ range, direction, after }: TimeOrderedList<Row>): TimeRange {
  if (!after) return range;
  const { value, id } = after;
  if (direction === 'desc') {
    const to = id === LOWEST_ID ? value : value + 1n;
    return { from: range.from, to: to < range.to ? to : range.to };
  }
  const from = id === HIGHEST_ID ? value + 1n : value;
  return { from: from > range.from ? from : range.from, to: range.to };
}

const LOWEST_ID = '0'.repeat(32);
const HIGHEST_ID = 'f'.repeat(32);

/** The position of a slice boundary: after all rows before it in the list, before all others. */
function boundaryPosition(time: bigint, direction: Direction): Position {
  return direction === 'desc' ? { value: time, id: LOWEST_ID } : { value: time - 1n, id: HIGHEST_ID };
}

/** Whether a statement had more to read than its limits of rows and time allow. */
export function isTooExpensive(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'query_too_expensive' || error.code === 'timeout');
}
