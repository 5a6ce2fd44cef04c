import type { TelemetryWriter } from './telemetry-writer.js';

/** A row of the table `agent_runs`; omitted fields have plain values. */
export interface AgentRunFixture {
  readonly project: number;
  readonly runId: string;
  readonly timestamp: bigint;
  readonly durationNs?: bigint;
  readonly traceIds?: readonly string[];
  readonly agent?: string;
  readonly status?: string;
  /** The rule that concluded the status from the lack of spans, such as `idle`; none by default. */
  readonly reason?: string;
  readonly distinctId?: string;
  readonly sessionId?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly llmCalls?: number;
  readonly unpricedCalls?: number;
  readonly usage?: Readonly<Record<string, number>>;
  /** US dollars as a decimal number. */
  readonly cost?: string | undefined;
  readonly models?: readonly string[];
  readonly providers?: readonly string[];
}

const COLUMNS: readonly (readonly [string, string, string?])[] = [
  ['project_number', 'UInt32'],
  ['retention_days', 'UInt16'],
  ['timestamp', 'Int64', 'fromUnixTimestamp64Nano(timestamp)'],
  ['run_id', 'String'],
  ['version', 'UInt64'],
  ['is_deleted', 'UInt8'],
  ['duration_ns', 'UInt64'],
  ['trace_ids', 'Array(String)', 'arrayMap(id -> toFixedString(unhex(id), 16), trace_ids)'],
  ...['agent_name', 'status', 'status_reason', 'distinct_id', 'session_id', 'service_name', 'environment'].map(
    (name) => [name, 'String'] as const,
  ),
  ['llm_calls', 'UInt32'],
  ['unpriced_calls', 'UInt32'],
  ['is_settled', 'UInt8'],
  ['is_inferred', 'UInt8'],
  ['usage', 'Map(String, UInt64)'],
  ['cost', 'Nullable(Decimal(18, 12))'],
  ['models', 'Array(String)'],
  ['providers', 'Array(String)'],
];

/** Writes runs as their assembly does. */
export function writeAgentRuns(telemetry: TelemetryWriter, runs: readonly AgentRunFixture[]): Promise<void> {
  const rows = runs.map((run) => ({
    project_number: run.project,
    retention_days: 30,
    timestamp: run.timestamp,
    run_id: run.runId,
    version: 1,
    is_deleted: 0,
    duration_ns: run.durationNs ?? 1_000_000_000n,
    trace_ids: run.traceIds ?? [],
    agent_name: run.agent ?? 'support',
    status: run.status ?? 'completed',
    status_reason: run.reason ?? 'ended',
    is_inferred: run.reason === undefined ? 0 : 1,
    distinct_id: run.distinctId ?? '',
    session_id: run.sessionId ?? '',
    service_name: run.service ?? 'agents',
    environment: run.environment ?? '',
    llm_calls: run.llmCalls ?? 1,
    unpriced_calls: run.unpricedCalls ?? 0,
    is_settled: 1,
    usage: run.usage ?? {},
    cost: run.cost ?? null,
    models: run.models ?? [],
    providers: run.providers ?? [],
  }));
  return telemetry.insert('agent_runs', COLUMNS, rows);
}
