import { Inject, Injectable } from '@nestjs/common';
import type { ReplayListRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import { SliceSizes, WindowCursors } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY } from '@svc/reading/time';
import type { OpenSession, RecordingKeys } from '@svc/recordings/keys';
import { CLOCK, RECORDING_KEYS, type Clock } from '@svc/runtime';
import { notFound } from '@svc/service-error';
import { selectChunks, type ChunkRow } from './chunks.query.js';
import { selectRecordings, toPosition, toRecordingFilters, type RecordingRow } from './recordings.query.js';

const PAGE = { default: 30, max: 200 };
const DEFAULT_WINDOW = 7n * NANOSECONDS_PER_DAY;
/** Rows of the first slice of a list. */
const SLICE_ROWS = 5_000;

export interface RecordingsPage {
  readonly rows: readonly RecordingRow[];
  readonly nextCursor: string | undefined;
}

/** A session that can be read, and its chunks. */
export interface ReadableSession {
  readonly session: OpenSession & { readonly key: string };
  readonly rows: readonly ChunkRow[];
}

@Injectable()
export class RecordingsService {
  readonly #sizes = new SliceSizes(SLICE_ROWS);

  constructor(
    private readonly cursors: WindowCursors,
    @Inject(RECORDING_KEYS) private readonly keys: RecordingKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: ReplayListRequest, reader: ProjectReader): Promise<RecordingsPage> {
    const { scope } = reader;
    const filters = toRecordingFilters(request);
    const list = {
      operation: 'replay.list',
      scope,
      window: request,
      filters: { distinct_id: filters.distinctId, has_errors: String(filters.hasErrors ?? '') },
      sort: 'start_desc',
    };
    const after = this.cursors.decode(request.cursor, list);
    const range = after?.range ?? resolveWindow(request, scope, this.clock(), DEFAULT_WINDOW);
    if (isEmpty(range)) return { rows: [], nextCursor: undefined };
    const { rows, next } = await reader.page<RecordingRow>({
      range,
      direction: 'desc',
      after,
      limit: pageLimit(request.limit, PAGE),
      widths: this.#sizes.widths(scope.projectNumber),
      toPosition,
      read: async (slice, limit) => ({
        rows: await reader.rows(selectRecordings({ scope, slice, filters, after, limit })),
      }),
    });
    if (filters.distinctId === '' && filters.hasErrors === undefined) {
      this.#sizes.learn(
        scope.projectNumber,
        rows.map((row) => BigInt(row.timestamp_ns)),
      );
    }
    return { rows, nextCursor: next && this.cursors.encode(list, { range, ...next }) };
  }

  /** @throws ServiceError not_found for a session without a recording, and for a deleted one. */
  async open(sessionId: string, reader: ProjectReader): Promise<ReadableSession> {
    const session = await this.keys.find(reader.scope.projectNumber, sessionId);
    if (session?.key === undefined) throw notFound();
    const rows = await reader.rows(selectChunks(reader.scope, session));
    // The first chunk may not be stored yet.
    if (rows.length === 0) throw notFound();
    return { session: { ...session, key: session.key }, rows };
  }
}
