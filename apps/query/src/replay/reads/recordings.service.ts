import { Inject, Injectable } from '@nestjs/common';
import type { ReplayListRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import { SliceSizes, WindowCursors } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow, type Position, type SliceWidths } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import type { OpenSession, RecordingKeys } from '@svc/recordings/keys';
import { CLOCK, RECORDING_KEYS, type Clock } from '@svc/runtime';
import { notFound } from '@svc/service-error';
import { BlockPlaces } from './block-places.js';
import { selectChunks, type ChunkRow } from './chunks.query.js';
import { areListed } from './listed-sessions.js';
import { selectParts } from './parts.query.js';
import { readRanked } from './ranked-recordings.js';
import { isRanking, type Ranking } from './ranked-recordings.query.js';
import { namesOfFilters, toRecordingFilters, type RecordingFilters } from './recording-filters.js';
import { selectRecordings, selectRecordingsOf, toPosition, type RecordingRow } from './recordings.query.js';
import { selectFigures, selectSummary, type SummaryFigures, type SummaryRow } from './summaries.query.js';
import { TraceVisits } from './trace-visits.js';

const PAGE = { default: 30, max: 200 };
const DEFAULT_WINDOW = 7n * NANOSECONDS_PER_DAY;
/** One slice of more than any retention. */
const WHOLE_WINDOW: SliceWidths = [100_000n * NANOSECONDS_PER_DAY];
/** Rows of the first slice of a list. */
const SLICE_ROWS = 5_000;

/** A recording, and its summary if there is one. */
export interface ListedRecording {
  readonly row: RecordingRow;
  readonly summary: SummaryFigures | undefined;
}

export interface RecordingsPage {
  readonly recordings: readonly ListedRecording[];
  readonly nextCursor: string | undefined;
}

interface Found {
  readonly rows: readonly RecordingRow[];
  readonly next?: Position | undefined;
}

/** A session that can be read, and its chunks. */
export interface ReadableSession {
  readonly session: OpenSession & { readonly key: string };
  readonly rows: readonly ChunkRow[];
  readonly summary: SummaryRow | undefined;
  readonly places: BlockPlaces;
}

/** A page of a list. */
interface Wanted {
  readonly range: TimeRange;
  readonly after: Position | undefined;
  readonly filters: RecordingFilters;
  readonly limit: number;
}

@Injectable()
export class RecordingsService {
  readonly #sizes = new SliceSizes(SLICE_ROWS);

  constructor(
    private readonly cursors: WindowCursors,
    private readonly traces: TraceVisits,
    @Inject(RECORDING_KEYS) private readonly keys: RecordingKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: ReplayListRequest, reader: ProjectReader): Promise<RecordingsPage> {
    const { scope } = reader;
    const sort = request.sort || 'start';
    const names = namesOfFilters(request);
    const list = { operation: 'replay.list', scope, window: request, filters: names, sort: `${sort}_desc` };
    const after = this.cursors.decode(request.cursor, list);
    const range = after?.range ?? resolveWindow(request, scope, this.clock(), DEFAULT_WINDOW);
    if (isEmpty(range)) return { recordings: [], nextCursor: undefined };
    const sessions = request.traceId === '' ? undefined : await this.traces.sessions(request.traceId, reader);
    const filters = toRecordingFilters(request, sessions);
    const page = { range, after, filters, limit: pageLimit(request.limit, PAGE) };
    const { rows, next } = await (isRanking(sort) ? this.#ranked(sort, page, reader) : this.#newest(page, reader));
    const isFiltered = Object.values(names).some((value) => value !== '');
    if (!isFiltered && sort === 'start') {
      this.#sizes.learn(
        scope.projectNumber,
        rows.map((row) => BigInt(row.timestamp_ns)),
      );
    }
    const recordings = await this.#withSummaries(rows, range, reader);
    return { recordings, nextCursor: next && this.cursors.encode(list, { range, ...next }) };
  }

  #newest({ range, after, filters, limit }: Wanted, reader: ProjectReader): Promise<Found> {
    const { scope } = reader;
    return reader.page<RecordingRow>({
      range,
      direction: 'desc',
      after,
      limit,
      // Few recordings are of a person or a trace, and an index finds them in the whole window.
      widths: filters.distinctId === '' && !filters.sessions ? this.#sizes.widths(scope.projectNumber) : WHOLE_WINDOW,
      toPosition,
      read: async (slice, most) => ({
        rows: await reader.rows(selectRecordings({ scope, slice, filters, after, limit: most })),
      }),
    });
  }

  async #ranked(ranking: Ranking, { range, after, filters, limit }: Wanted, reader: ProjectReader): Promise<Found> {
    const { scope } = reader;
    const { rows, next } = await readRanked(ranking, { scope, slice: range, filters, after, limit }, reader);
    if (rows.length === 0) return { rows: [] };
    const recordings = await reader.rows(selectRecordingsOf(scope, areListed(rows), range, rows.length));
    const byId = new Map(recordings.map((row) => [row.session_id, row]));
    return { rows: rows.flatMap((row) => byId.get(row.session_id) ?? []), next };
  }

  async #withSummaries(
    rows: readonly RecordingRow[],
    during: TimeRange,
    reader: ProjectReader,
  ): Promise<ListedRecording[]> {
    if (rows.length === 0) return [];
    const summaries = await reader.rows(selectFigures(reader.scope, rows, during));
    const byId = new Map(summaries.map((row) => [row.session_id, row]));
    return rows.map((row) => ({ row, summary: byId.get(row.session_id) }));
  }

  /** @throws ServiceError not_found for a session without a recording, and for a deleted one. */
  async open(sessionId: string, reader: ProjectReader): Promise<ReadableSession> {
    const session = await this.keys.find(reader.scope.projectNumber, sessionId);
    if (session?.key === undefined) throw notFound();
    const rows = await reader.rows(selectChunks(reader.scope, session));
    // The first chunk may not be stored yet.
    if (rows.length === 0) throw notFound();
    const [[summary], parts] = await Promise.all([
      reader.rows(selectSummary(reader.scope, session)),
      reader.rows(selectParts(reader.scope, session)),
    ]);
    return { session: { ...session, key: session.key }, rows, summary, places: new BlockPlaces(parts) };
  }
}
