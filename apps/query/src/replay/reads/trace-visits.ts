import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { NANOSECONDS_PER_HOUR, type TimeRange } from '@svc/reading/time';
import { TracesRepository } from '../../telemetry/index.js';
import { selectTraceVisitors, TRACED_TABLES, type TraceVisitorRow } from './trace-visits.query.js';

/** The clocks of browsers and of services, which report on the same trace, may differ by this much. */
const MARGIN = NANOSECONDS_PER_HOUR;

/** What the spans, errors, log records and events of a trace say of who caused it. */
export interface TraceVisit {
  readonly extent: TimeRange;
  /** At most some twenty of each. */
  readonly sessions: readonly string[];
  readonly persons: readonly string[];
}

/** Finds the sessions and persons that traces name. */
@Injectable()
export class TraceVisits {
  constructor(private readonly traces: TracesRepository) {}

  /** @returns undefined if nothing of the trace is stored. */
  async find(traceId: string, reader: ProjectReader): Promise<TraceVisit | undefined> {
    const { scope } = reader;
    const id = traceId.toLowerCase();
    // Rows that belong to no trace have it.
    if (/^0+$/.test(id)) return undefined;
    const extent = await this.traces.extent(id, reader);
    const during = extent ? { from: extent.from - MARGIN, to: extent.to + MARGIN } : 'retention';
    const found = await Promise.all(
      TRACED_TABLES.map((table) => reader.rows(selectTraceVisitors(table, scope, id, during))),
    );
    const visitors = found.flat().filter(({ rows }) => rows !== '0');
    if (visitors.length === 0) return undefined;
    return {
      extent: extentOf(visitors),
      sessions: namesOf(visitors, 'sessions'),
      persons: namesOf(visitors, 'persons'),
    };
  }

  /** The sessions that a trace names; none for an unknown one. */
  async sessions(traceId: string, reader: ProjectReader): Promise<readonly string[]> {
    return (await this.find(traceId, reader))?.sessions ?? [];
  }
}

function extentOf(visitors: readonly TraceVisitorRow[]): TimeRange {
  const starts = visitors.map(({ start }) => BigInt(start));
  const ends = visitors.map(({ finish }) => BigInt(finish));
  return { from: starts.reduce((a, b) => (b < a ? b : a)), to: ends.reduce((a, b) => (b > a ? b : a)) + 1n };
}

const namesOf = (visitors: readonly TraceVisitorRow[], kind: 'sessions' | 'persons'): string[] => [
  ...new Set(visitors.flatMap((row) => row[kind])),
];
