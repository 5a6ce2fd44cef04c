import { createHash } from 'node:crypto';
import { select, sql, stringParams, tableColumns, typed, type RowsOf, type Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { AGENT_RUNS } from '@svc/tables';

export type EvaluatedRunRow = RowsOf<typeof selectEvaluatedRuns>;

/** Runs by ID, as they were last assembled. */
export function selectEvaluatedRuns(scope: Scope, runIds: readonly string[], during: TimeRange) {
  return select({
    columns: {
      ...tableColumns(AGENT_RUNS, ['timestamp', 'run_id', 'duration_ns', 'agent_name', 'environment', 'status']),
      ...tableColumns(AGENT_RUNS, ['llm_calls', 'tool_calls', 'tool_errors', 'unpriced_calls', 'usage', 'steps']),
      ...tableColumns(AGENT_RUNS, ['error_type', 'name']),
      cost_text: typed('Nullable(String)', sql`toString(cost)`),
    },
    from: AGENT_RUNS,
    final: true,
    scope,
    during,
    where: [sql`has(${stringParams(runIds)}, run_id)`],
    orderBy: sql`run_id`,
  });
}

/** A hash of what a run is, which a later assembly of the same spans does not change. */
export function stateOf(row: EvaluatedRunRow): string {
  const usage = Object.entries(row.usage).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const facts = [row.status, row.timestamp_ns, row.duration_ns, row.steps, row.llm_calls, row.tool_calls];
  const figures = [row.tool_errors, row.unpriced_calls, row.cost_text, row.error_type, usage];
  return createHash('sha256')
    .update(JSON.stringify([...facts, ...figures]))
    .digest('hex')
    .slice(0, 32);
}
