import {
  idBytes,
  isAfter,
  nanoTimestamp,
  select,
  sql,
  stringParam,
  tableColumns,
  typed,
  type Position,
  type RowOf,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { AGENT_STEPS } from '@svc/tables';

const COLUMNS = {
  ...tableColumns(AGENT_STEPS, ['timestamp', 'trace_id', 'span_id', 'parent_span_id', 'kind', 'operation', 'name']),
  ...tableColumns(AGENT_STEPS, ['label', 'duration_ns', 'is_error', 'error_type', 'error_message', 'model']),
  ...tableColumns(AGENT_STEPS, ['provider', 'service_tier', 'first_token_ns', 'finish_reasons', 'tool_call_id']),
  ...tableColumns(AGENT_STEPS, ['usage', 'price_id', 'is_counted', 'flags', 'service_name']),
  cost_text: typed('Nullable(String)', sql`toString(cost)`),
};
export type StepRow = RowOf<typeof COLUMNS>;

interface StepsOfRun {
  readonly scope: Scope;
  readonly runId: string;
  /** 16 hexadecimal digits; all steps if undefined. */
  readonly spanId?: string | undefined;
  readonly during: TimeRange;
}

/** The steps of a run by start, after a position. */
export function selectSteps(
  { scope, runId, spanId, during }: StepsOfRun,
  after: Position | undefined,
  limit: number,
): Sql<StepRow> {
  return select({
    columns: COLUMNS,
    from: AGENT_STEPS,
    final: true,
    scope,
    during,
    where: [
      sql`run_id = ${stringParam(runId)}`,
      spanId === undefined ? undefined : sql`span_id = ${idBytes(spanId, 8)}`,
      after && isAfterStep(after),
    ],
    orderBy: sql`timestamp, span_id, trace_id`,
    limit,
  });
}

/** A position has the ID of a span, which the cursors of telemetry write in 32 digits. */
const isAfterStep = ({ value, id }: Position): Sql =>
  isAfter(sql`timestamp, span_id`, nanoTimestamp(value), { value, id: id.slice(16) }, 'asc');

export const toStepPosition = (row: StepRow): Position => ({
  value: BigInt(row.timestamp_ns),
  id: row.span_id_hex.padStart(32, '0'),
});

export type CostRow = RowsOf<typeof selectCosts>;

/** The parts of the usage and the cost of a run. */
export function selectCosts({ scope, runId, during }: StepsOfRun, limit: number) {
  return select({
    columns: {
      ...tableColumns(AGENT_STEPS, ['provider', 'model', 'price_id']),
      calls: typed('UInt64', sql`count()`),
      total_usage: typed('Map(LowCardinality(String), UInt64)', sql`sumMap(usage)`),
      total_text: typed('Nullable(String)', sql`toString(sum(cost))`),
    },
    from: AGENT_STEPS,
    final: true,
    scope,
    during,
    where: [sql`run_id = ${stringParam(runId)}`, sql`is_counted = 1`, sql`kind != 'tool'`],
    groupBy: sql`provider, model, price_id`,
    orderBy: sql`sum(cost) DESC NULLS LAST, calls DESC, model, price_id`,
    limit,
  });
}
