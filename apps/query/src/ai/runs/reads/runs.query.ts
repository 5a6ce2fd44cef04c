import type { AgentRunsListRequest } from '@svc/contract';
import { canonicalDistinctId, selectDistinctIds } from '@svc/reading/persons';
import {
  idBytes,
  isAfter,
  nanoTimestamp,
  nonEmpty,
  oneOf,
  select,
  sql,
  stringParam,
  tableColumns,
  typed,
  type Position,
  type RowOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { AGENT_RUNS } from '@svc/tables';

const COLUMNS = {
  ...tableColumns(AGENT_RUNS, ['timestamp', 'run_id', 'run_key', 'duration_ns', 'trace_ids', 'name', 'agent_name']),
  ...tableColumns(AGENT_RUNS, ['agent_version', 'conversation_id', 'session_id', 'distinct_id', 'service_name']),
  ...tableColumns(AGENT_RUNS, ['environment', 'release', 'status', 'status_reason', 'is_inferred', 'first_token_ns']),
  ...tableColumns(AGENT_RUNS, ['steps', 'llm_calls', 'tool_calls', 'tool_errors', 'unpriced_calls', 'usage', 'flags']),
  ...tableColumns(AGENT_RUNS, ['models', 'providers', 'error_type', 'error_message', 'is_deleted']),
  ...tableColumns(AGENT_RUNS, ['input_preview', 'output_preview']),
  cost_text: typed('Nullable(String)', sql`toString(cost)`),
};
export type RunRow = RowOf<typeof COLUMNS>;

export interface RunFilters {
  readonly agent: string;
  readonly distinctId: string;
  readonly environment: readonly string[];
  readonly errorsOnly: boolean;
  readonly provider: string;
  readonly status: readonly string[];
}

export function toRunFilters(request: AgentRunsListRequest): RunFilters {
  const { agent, distinctId, environment, errorsOnly, provider, status } = request;
  return { agent, distinctId, environment: nonEmpty(environment), errorsOnly, provider, status: nonEmpty(status) };
}

/** Statuses of runs that did not do their work. */
export const ERROR_STATUSES = ['failed', 'timed_out', 'max_steps'];

export function runFilters(filters: RunFilters, scope: Scope): (Sql | undefined)[] {
  const { agent, distinctId, environment, errorsOnly, provider, status } = filters;
  return [
    agent === '' ? undefined : sql`agent_name = ${stringParam(agent)}`,
    distinctId === '' ? undefined : isOfPerson(distinctId, scope),
    oneOf(sql`environment`, environment),
    errorsOnly ? oneOf(sql`status`, ERROR_STATUSES) : undefined,
    provider === '' ? undefined : sql`has(providers, ${stringParam(provider)})`,
    oneOf(sql`status`, status),
  ];
}

/** Whether a run is of the person with this ID, whichever of the person's IDs its spans have. */
function isOfPerson(distinctId: string, scope: Scope): Sql {
  const given = sql`${stringParam(distinctId)}`;
  const person = sql`SELECT ${canonicalDistinctId(scope, given, sql`SELECT ${given}`)} AS canonical`;
  return sql`distinct_id IN (SELECT linked_id FROM (${selectDistinctIds(scope, person)}))`;
}

export interface RunPage {
  readonly scope: Scope;
  readonly slice: TimeRange;
  /** Conditions from `runFilters`. */
  readonly filter: readonly (Sql | undefined)[];
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Runs that begin in a slice, newest first. */
export function selectRuns({ scope, slice, filter, after, limit }: RunPage): Sql<RunRow> {
  return select({
    columns: COLUMNS,
    from: AGENT_RUNS,
    final: true,
    scope,
    during: slice,
    where: [after && isAfter(sql`timestamp, run_key`, nanoTimestamp(after.value), after, 'desc'), ...filter],
    orderBy: sql`timestamp DESC, run_key DESC`,
    limit,
  });
}

/** The position of a run in a list. */
export const toPosition = (row: RunRow): Position => ({ value: BigInt(row.timestamp_ns), id: row.run_key_hex });

/** The rows of a run in all places that it had, the present one first: it is deleted if the row is marked so. */
export function selectRun(scope: Scope, runId: string): Sql<RunRow> {
  return select({
    columns: COLUMNS,
    from: AGENT_RUNS,
    scope,
    during: 'retention',
    where: [sql`run_id = ${stringParam(runId)}`],
    orderBy: sql`version DESC, is_deleted`,
    limit: 1,
  });
}

/** The runs that have steps in a trace, earliest first. */
export function selectRunsOfTrace(scope: Scope, traceId: string, limit: number): Sql<RunRow> {
  return select({
    columns: COLUMNS,
    from: AGENT_RUNS,
    final: true,
    scope,
    during: 'retention',
    where: [sql`has(trace_ids, ${idBytes(traceId, 16)})`],
    orderBy: sql`timestamp, run_id`,
    limit,
  });
}
