import { ServiceError } from '@svc/errors';
import type { Budget } from './budget.js';
import type { Direction, Position } from './keyset.js';
import { slices, type SliceWidths } from './slices.js';
import type { TimeRange } from '../time/index.js';

export interface TimeOrderedList<Row> {
  readonly range: TimeRange;
  readonly direction: Direction;
  /** Of the page before; its value is a time. */
  readonly after: Position | undefined;
  readonly limit: number;
  /** Of the slices; for lists that are known to be dense or sparse. */
  readonly widths?: SliceWidths;
  positionOf(row: Row): Position;
  /** At most `count` rows of one slice after the position, in order. */
  read(slice: TimeRange, count: number): Promise<SliceRows<Row>>;
}

export interface SliceRows<Row> {
  readonly rows: readonly Row[];
  /** The slice has more, but the answer would become too large. */
  readonly isCut?: boolean;
}

export interface FoundPage<Row> {
  readonly rows: Row[];
  /** Behind which the next page begins; absent on the last page. */
  readonly next?: Position;
}

/**
 * One page of a list ordered by time, read over growing slices until it is full. When the budget ends first, what was found so far is
 * a page too and the next one begins at the slice that was not read; a page may then be short or empty. Only when not one slice could
 * be read the query is too expensive.
 */
export async function readTimeOrdered<Row>(list: TimeOrderedList<Row>, budget: Budget): Promise<FoundPage<Row>> {
  const { direction, limit } = list;
  const rows: Row[] = [];
  let readUpTo: bigint | undefined;
  for (const slice of slices(remaining(list), direction, list.widths)) {
    const unread = readUpTo === undefined ? undefined : { rows, next: between(readUpTo, direction) };
    if (unread && budget.isSpent()) return unread;
    try {
      const found = await list.read(slice, limit + 1 - rows.length);
      rows.push(...found.rows);
      if (found.isCut) return cut(rows, Math.min(limit, rows.length - 1), (row) => list.positionOf(row));
    } catch (error) {
      if (!unread || !isTooExpensive(error)) throw error;
      return unread;
    }
    if (rows.length > limit) return cut(rows, limit, (row) => list.positionOf(row));
    readUpTo = direction === 'desc' ? slice.from : slice.to;
  }
  return { rows };
}

/** A page of what a statement with `limit + 1` found. */
export function cut<Row>(found: readonly Row[], limit: number, positionOf: (row: Row) => Position): FoundPage<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return found.length > limit && last ? { rows, next: positionOf(last) } : { rows };
}

/** Rows at the very time of the position may still follow, unless it stands on a border. */
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

/** The position on a border of slices: after all rows before it in the list, before all others. */
function between(time: bigint, direction: Direction): Position {
  return direction === 'desc' ? { value: time, id: LOWEST_ID } : { value: time - 1n, id: HIGHEST_ID };
}

function isTooExpensive(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'query_too_expensive' || error.code === 'timeout');
}
