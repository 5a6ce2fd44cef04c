import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { isOfPersonsDuring, recordingsAround } from '@svc/reading/recordings';
import { sql, stringParams } from '@svc/reading/statement';
import { requireFound } from '@svc/service-error';
import { selectRecordingsOf, type RecordingRow } from '../reads/recordings.query.js';
import { TraceVisits } from '../reads/trace-visits.js';

/** Recordings that are returned for a trace. */
const MAX_RECORDINGS = 20;

/** How a recording was found. */
export type Match = 'exact' | 'inferred';

export interface TraceRecordings {
  readonly traceStartNs: bigint;
  readonly match: Match;
  readonly rows: readonly RecordingRow[];
  /** Why there are these recordings, or none. */
  readonly explanation: string;
}

/** Finds the recordings that show a trace. */
@Injectable()
export class TraceRecordingsService {
  constructor(private readonly visits: TraceVisits) {}

  /** @throws ServiceError not_found if nothing of the trace is stored. */
  async find(traceId: string, reader: ProjectReader): Promise<TraceRecordings> {
    const { scope } = reader;
    const { extent, sessions, persons } = requireFound(await this.visits.find(traceId, reader));
    const around = recordingsAround(extent);
    const named = sql`has(${stringParams(sessions)}, session_id)`;
    const exact =
      sessions.length === 0 ? [] : await reader.rows(selectRecordingsOf(scope, named, around, MAX_RECORDINGS));
    if (exact.length > 0)
      return { traceStartNs: extent.from, match: 'exact', rows: exact, explanation: 'The trace names the session.' };
    const rows =
      persons.length === 0
        ? []
        : await reader.rows(
            selectRecordingsOf(scope, isOfPersonsDuring(scope, persons, extent), around, MAX_RECORDINGS),
          );
    return { traceStartNs: extent.from, match: 'inferred', rows, explanation: explain(sessions, persons, rows) };
  }
}

function explain(sessions: readonly string[], persons: readonly string[], rows: readonly RecordingRow[]): string {
  const named =
    sessions.length === 0
      ? 'No span, error, log record or event of the trace names a session (session.id)'
      : 'The sessions that the trace names have no recording';
  if (rows.length > 0) return `${named}. The person of the trace was recorded at that time.`;
  return persons.length === 0
    ? `${named}, and none names a person (user.id).`
    : `${named}, and the person of the trace was not recorded at that time.`;
}
