import { count, idBytes, nanoseconds, select, sql, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERRORS, EVENTS, LOGS, SPANS } from '@svc/tables';

/** The tables whose rows name a trace, a session and a person. */
export const TRACED_TABLES = [SPANS, ERRORS, LOGS, EVENTS] as const;

export type TraceVisitorRow = RowsOf<typeof selectTraceVisitors>;

/** What the rows of a trace in a table say of its sessions and persons, at most twenty of each. Without such rows, `rows` is 0. */
export function selectTraceVisitors(
  from: (typeof TRACED_TABLES)[number],
  scope: Scope,
  traceId: string,
  during: TimeRange | 'retention',
) {
  return select({
    columns: {
      rows: count(),
      // Nanoseconds.
      start: nanoseconds(sql`min(timestamp)`),
      finish: nanoseconds(sql`max(timestamp)`),
      sessions: typed('Array(String)', sql`arraySort(groupUniqArrayIf(20)(session_id, session_id != ''))`),
      persons: typed('Array(String)', sql`arraySort(groupUniqArrayIf(20)(distinct_id, distinct_id != ''))`),
    },
    from,
    scope,
    during,
    where: [sql`trace_id = ${idBytes(traceId, 16)}`],
  });
}
