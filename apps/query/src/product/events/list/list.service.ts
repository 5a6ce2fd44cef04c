import { Inject, Injectable } from '@nestjs/common';
import type { EventsListRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import { estimateBytes, takeFitting, WindowCursors } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow, type FoundPage, type Position } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { readPreferredDistinctIds } from '../../../customers/index.js';
import {
  selectCandidates,
  selectEvents,
  selectIdsOfPerson,
  type CandidateRow,
  type EventFilters,
  type EventRow,
} from './list.query.js';

const PAGE = { default: 50, max: 200 };
/** Some rows have arrived again with another time, so this many more are read at once. */
const EXTRA_CANDIDATES = 8;

export interface EventsPage {
  readonly rows: readonly EventRow[];
  /** The most recognizable distinct ID of each person, by canonical distinct ID. */
  readonly names: ReadonlyMap<string, string>;
  readonly nextCursor: string | undefined;
}

@Injectable()
export class EventListService {
  constructor(
    private readonly cursors: WindowCursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError invalid_request, InvalidArgument for a cursor of another list */
  async list(request: EventsListRequest, reader: ProjectReader): Promise<EventsPage> {
    const { event, distinctId, sessionId, q } = request;
    const list = {
      operation: 'events.list',
      scope: reader.scope,
      window: request,
      filters: { event, distinct_id: distinctId, session_id: sessionId, q },
      sort: 'timestamp desc, message',
    };
    const position = this.cursors.decode(request.cursor, list);
    const range = position?.range ?? resolveWindow(request, reader.scope, this.clock(), NANOSECONDS_PER_DAY);
    const distinctIds = distinctId === '' ? undefined : await idsOfPerson(distinctId, reader);
    const filters = { event, distinctIds, sessionId, q };
    if (isEmpty(range)) return { rows: [], names: new Map(), nextCursor: undefined };
    const found = await readPage(filters, range, position, pageLimit(request.limit, PAGE), reader);
    const rows = await takeFitting(found.rows, estimateBytes);
    const last = rows.at(-1);
    const next = last && rows.length < found.rows.length ? toPosition(last) : found.next;
    const names = await readPreferredDistinctIds([...new Set(rows.map((row) => row.canonical_id))], reader);
    return { rows, names, nextCursor: next && this.cursors.encode(list, { range, ...next }) };
  }
}

async function idsOfPerson(distinctId: string, reader: ProjectReader): Promise<readonly string[]> {
  const rows = await reader.rows<{ linked_id: string }>(selectIdsOfPerson(reader.scope, distinctId));
  return rows.map(({ linked_id }) => linked_id);
}

function readPage(
  filters: EventFilters,
  range: TimeRange,
  after: Position | undefined,
  limit: number,
  reader: ProjectReader,
): Promise<FoundPage<EventRow>> {
  return reader.page<EventRow>({
    range,
    direction: 'desc',
    after,
    limit,
    toPosition,
    read: async (slice, count) => ({ rows: await readSlice(filters, slice, after, count, reader) }),
  });
}

/** Events of the slice. One that arrived again with another time is listed there, if at all. */
async function readSlice(
  filters: EventFilters,
  slice: TimeRange,
  after: Position | undefined,
  count: number,
  reader: ProjectReader,
): Promise<EventRow[]> {
  const { scope } = reader;
  const rows: EventRow[] = [];
  for (let position = after; ;) {
    const limit = count - rows.length + EXTRA_CANDIDATES;
    const candidates = await reader.rows(selectCandidates({ scope, slice, filters, after: position, limit }));
    const last = candidates.at(-1);
    if (!last) return rows;
    const hashes = [...new Set(candidates.map(({ hash }) => hash))];
    const found = await reader.rows(selectEvents(scope, hashes, timesOf(candidates), filters));
    const byPlace = new Map(found.map((row) => [placeOf(row), row]));
    rows.push(...candidates.flatMap((candidate) => byPlace.get(placeOf(candidate)) ?? []));
    if (rows.length >= count || candidates.length < limit) return rows.slice(0, count);
    position = toPosition(last);
  }
}

const placeOf = ({ time, id }: Pick<CandidateRow, 'time' | 'id'>): string => `${time} ${id}`;
const toPosition = ({ time, id }: Pick<CandidateRow, 'time' | 'id'>): Position => ({ value: BigInt(time), id });

/** The candidates are newest first. */
function timesOf(candidates: readonly CandidateRow[]): TimeRange {
  return { from: BigInt(candidates.at(-1)?.time ?? 0), to: BigInt(candidates[0]?.time ?? 0) + 1n };
}
