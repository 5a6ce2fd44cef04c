import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { NANOSECONDS_PER_HOUR, type TimeRange } from '@svc/reading/time';
import { notFound } from '@svc/service-error';
import { TracesRepository } from '../../telemetry/index.js';
import type { RecordingRow } from '../reads/recordings.query.js';
import { selectRecordingsDuring, selectRecordingsOf } from './trace-recordings.query.js';
import { selectTraceVisitors, TRACED_TABLES, type TraceVisitorRow } from './trace-sessions.query.js';

/** The clocks of browsers and of services, which report on the same trace, may differ by this much. */
const MARGIN = NANOSECONDS_PER_HOUR;

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
  constructor(private readonly traces: TracesRepository) {}

  /** @throws ServiceError not_found if nothing of the trace is stored. */
  async find(traceId: string, reader: ProjectReader): Promise<TraceRecordings> {
    const { scope } = reader;
    const id = traceId.toLowerCase();
    const extent = await this.traces.extent(id, reader);
    const during = extent ? { from: extent.from - MARGIN, to: extent.to + MARGIN } : 'retention';
    const found = await Promise.all(
      TRACED_TABLES.map((table) => reader.rows(selectTraceVisitors(table, scope, id, during))),
    );
    const visitors = found.flat().filter(({ rows }) => rows !== '0');
    if (visitors.length === 0) throw notFound();
    const trace = extentOf(visitors);
    const sessions = namesOf(visitors, 'sessions');
    const persons = namesOf(visitors, 'persons');
    const exact = sessions.length === 0 ? [] : await reader.rows(selectRecordingsOf(scope, sessions, trace));
    if (exact.length > 0)
      return { traceStartNs: trace.from, match: 'exact', rows: exact, explanation: 'The trace names the session.' };
    const rows = persons.length === 0 ? [] : await reader.rows(selectRecordingsDuring(scope, persons, trace));
    return { traceStartNs: trace.from, match: 'inferred', rows, explanation: explain(sessions, persons, rows) };
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

function extentOf(visitors: readonly TraceVisitorRow[]): TimeRange {
  const starts = visitors.map(({ start }) => BigInt(start));
  const ends = visitors.map(({ finish }) => BigInt(finish));
  return { from: starts.reduce((a, b) => (b < a ? b : a)), to: ends.reduce((a, b) => (b > a ? b : a)) + 1n };
}

const namesOf = (visitors: readonly TraceVisitorRow[], kind: 'sessions' | 'persons'): string[] => [
  ...new Set(visitors.flatMap((row) => row[kind])),
];
