import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Injectable } from '@nestjs/common';
import type { ReplayRelatedRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { sql, stringParam } from '@svc/reading/statement';
import { KINDS, TimelineService, type TimelineSubject } from '../../customers/index.js';
import { RecordingsService } from '../reads/recordings.service.js';
import { shapeOf } from '../reads/session-shape.js';

const HOUR_MS = 3_600_000;
/** Around the receipt of the first chunk: events may be older than that, and a session lasts a day at most. */
const AROUND = { beforeMs: HOUR_MS, afterMs: 25 * HOUR_MS } as const;
/** The kinds of entries that recordings show. */
const RELATED_KINDS = KINDS.filter((kind) => !['replay', 'incident', 'flag'].includes(kind));

/** Finds what was reported for a recorded session. */
@Injectable()
export class RelatedService {
  constructor(
    private readonly recordings: RecordingsService,
    private readonly timelines: TimelineService,
  ) {}

  /**
   * @param scopes those of the reader: entries of kinds with a scope of their own are left out without it.
   * @throws ServiceError not_found, or InvalidArgument for a cursor that is not of this list.
   */
  async read(
    { sessionId, kinds, cursor, limit }: ReplayRelatedRequest,
    scopes: readonly string[],
    reader: ProjectReader,
  ) {
    const { session, rows } = await this.recordings.open(sessionId, reader);
    const { firstMs } = await shapeOf(rows);
    const request = {
      kinds: kinds.length === 0 ? RELATED_KINDS : kinds,
      cursor,
      limit,
      startTime: timestampFromMs(session.startedAtMs - AROUND.beforeMs),
      endTime: timestampFromMs(session.startedAtMs + AROUND.afterMs),
    };
    const name = { operation: 'replay.related', filters: { session: sessionId } };
    const page = await this.timelines.read(request, ofSession(sessionId), name, reader, scopes);
    const entries = page.entries.map((entry) => ({ offsetMs: offsetOf(entry.timestamp, firstMs), entry }));
    return { entries, pagination: page.pagination, omitted: page.omitted };
  }
}

function ofSession(sessionId: string): TimelineSubject {
  const isOfSession = sql`session_id = ${stringParam(sessionId)}`;
  return { events: isOfSession, telemetry: () => isOfSession, errors: () => isOfSession };
}

function offsetOf({ seconds, nanos }: { seconds: bigint; nanos: number }, startMs: number): bigint {
  return seconds * 1_000n + BigInt(Math.floor(nanos / 1e6)) - BigInt(startMs);
}
