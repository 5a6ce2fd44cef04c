import { idBytes, select, sql, type Deletion, type Scope, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { AGENT_RUNS, AGENT_STEPS, SPANS, TRACE_SUMMARIES } from '@svc/tables';

/** Spans may have arrived since the extent was read. */
const MARGIN = NANOSECONDS_PER_DAY;

export function spansOfTrace(id: string, extent: TimeRange) {
  const during = { from: extent.from - MARGIN, to: extent.to + MARGIN };
  return { from: SPANS, during, where: [sql`trace_id = ${idBytes(id, 16)}`] } satisfies Omit<Deletion, 'scope'>;
}

export function summaryOfTrace(id: string) {
  const where = [sql`trace_id = ${idBytes(id, 16)}`];
  return { from: TRACE_SUMMARIES, during: 'retention', where } satisfies Omit<Deletion, 'scope'>;
}

/** The condition on steps of agents in the trace; none has an ID that is not one of a trace. */
export const stepsOfTrace = (id: string): readonly Sql[] => [sql`trace_id = ${idBytes(id, 16)}`];

/** The steps of agents in the trace, and the runs that have some there, with their other traces. */
export function agentRunsOfTrace(id: string): readonly Omit<Deletion, 'scope'>[] {
  const traceId = idBytes(id, 16);
  return [
    { from: AGENT_STEPS, during: 'retention', where: stepsOfTrace(id) },
    { from: AGENT_RUNS, during: 'retention', where: [sql`has(trace_ids, ${traceId})`] },
  ];
}

/** One row if a span is left. */
export function selectRemainingSpan(scope: Scope, id: string, extent: TimeRange): Sql {
  return select({ ...spansOfTrace(id, extent), scope, columns: sql`1`, limit: 1 });
}
