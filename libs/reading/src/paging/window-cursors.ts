import type { MessageInitShape } from '@bufbuild/protobuf';
import type { PaginationSchema } from '@svc/contract';
import type { CursorBounds, Cursors, FilterValue } from '@svc/pagination';
import { ServiceError } from '@svc/service-error';
import type { Position, RequestedWindow, Scope } from '../statement/index.js';
import { toNanoseconds, type TimeRange } from '../time/index.js';

/** The end of a page of telemetry, and its window. */
export interface WindowPosition extends Position {
  readonly range: TimeRange;
}

/** The request that the cursors of a telemetry list are bound to. */
export interface WindowedList {
  readonly operation: string;
  readonly scope: Scope;
  readonly window: RequestedWindow;
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly sort: string;
}

/**
 * Cursors of lists over a time window. A cursor carries the window of its first page: a window that ends now would
 * otherwise move between two pages, and rows at its edges would be lost or repeated.
 */
export class WindowCursors {
  constructor(private readonly cursors: Cursors) {}

  encode(list: WindowedList, { range, value, id }: WindowPosition): string {
    const position = [range.from, range.to, value].map(String);
    const requested = [list.window.startTime, list.window.endTime].map(toText);
    return this.cursors.encode({ ...bounds(list), position: [...position, id, ...requested] });
  }

  /**
   * Decodes a cursor; undefined for the first page. Bounds in the request must equal those of the first page; omitted
   * bounds are taken from the cursor, because a client that computes them from the current time cannot repeat them.
   *
   * @throws ServiceError InvalidArgument for anything that is not a cursor of this list.
   */
  decode(cursor: string, list: WindowedList): WindowPosition | undefined {
    const position = this.cursors.decode(cursor, { ...bounds(list), error: 'InvalidArgument' });
    if (!position) return undefined;
    const [from, to, value, id, start, end] = position.map(String);
    const numbers = [from, to, value].map((part) =>
      part !== undefined && /^-?\d{1,20}$/.test(part) ? BigInt(part) : undefined,
    );
    const [first, last, key] = numbers;
    // Signed by this service, but maybe by a version that encoded positions differently.
    if (first === undefined || last === undefined || key === undefined || !/^[0-9a-f]{32}$/i.test(id ?? '')) {
      throw new ServiceError('InvalidArgument', { details: [{ path: 'cursor', reason: 'is not valid here' }] });
    }
    const { startTime, endTime } = list.window;
    if ((startTime && toText(startTime) !== start) || (endTime && toText(endTime) !== end)) throw refused();
    return { range: { from: first, to: last }, value: key, id: id ?? '' };
  }
}

function bounds({ operation, scope, filters, sort }: WindowedList): CursorBounds {
  return {
    operation,
    projectId: scope.projectId,
    filters: Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, normalised(value)])),
    sort,
  };
}

/** Empty for a bound that was not requested. */
function toText(time: RequestedWindow['startTime']): string {
  return time ? String(toNanoseconds(time)) : '';
}

function refused(): ServiceError {
  const reason = 'must be used without start_time and end_time, or with those of its first page';
  return new ServiceError('InvalidArgument', { message: `cursor: ${reason}`, details: [{ path: 'cursor', reason }] });
}

function normalised(value: FilterValue): FilterValue {
  return Array.isArray(value) ? [...new Set(value.map(String))].sort() : value;
}

export function toPagination(nextCursor: string | undefined): MessageInitShape<typeof PaginationSchema> {
  return nextCursor === undefined ? { hasMore: false } : { hasMore: true, nextCursor };
}
