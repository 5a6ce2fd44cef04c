import { idBytes, select, sql, tableColumns, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { AGENT_RUNS } from '@svc/tables';

export type RelatedRunRow = RowsOf<typeof selectRelatedRuns>;

/** The runs of agents that have steps in a trace, earliest first. */
export function selectRelatedRuns(scope: Scope, traceId: string, during: TimeRange, limit: number) {
  return select({
    columns: {
      ...tableColumns(AGENT_RUNS, ['timestamp', 'run_id', 'duration_ns', 'agent_name', 'status', 'service_name']),
      ...tableColumns(AGENT_RUNS, ['environment', 'llm_calls', 'unpriced_calls', 'models']),
      cost_text: typed('Nullable(String)', sql`toString(cost)`),
    },
    from: AGENT_RUNS,
    final: true,
    scope,
    during,
    where: [sql`has(trace_ids, ${idBytes(traceId, 16)})`],
    orderBy: sql`timestamp, run_id`,
    limit,
  });
}
