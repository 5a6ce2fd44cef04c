import type { ReadStatement } from '@svc/columnar';
import { STATEMENT_LIMITS } from '@svc/reading/statement';

/** A run that was assembled, as it was last. */
export interface ChangedRun {
  readonly project_number: number;
  readonly run_id: string;
  /** The time of the assembly, in nanoseconds since 1970. */
  readonly assembled: string;
  readonly is_deleted: number;
  /** Nanoseconds since 1970. */
  readonly start: string;
  readonly duration: string;
  /** 32 hexadecimal digits each. */
  readonly traces: readonly string[];
  readonly agent_name: string;
  readonly environment: string;
  readonly status: string;
  readonly retention: number;
}

/** A place in the order of assemblies. */
export interface AssemblyPosition {
  /** Nanoseconds since 1970. */
  readonly version: bigint;
  readonly runId: string;
}

/** Runs that begin earlier are not assembled again. */
const MAX_AGE_DAYS = 8;

/**
 * Selects the runs of all projects that were assembled after a position, in this order, each as it was last assembled. It reads across
 * projects, which statements of requests cannot.
 */
export function selectChangedRuns(
  { version, runId }: AssemblyPosition,
  limit: number,
  signal: AbortSignal,
): ReadStatement<ChangedRun> {
  // Names of the table's columns are qualified, because a result has the name of one.
  const last = (column: string): string => `argMax(agent_runs.${column}, (version, agent_runs.is_deleted = 0))`;
  return {
    sql: `SELECT project_number, run_id, toString(max(version)) AS assembled, ${last('is_deleted')} AS is_deleted,
  toString(toUnixTimestamp64Nano(${last('timestamp')})) AS start, toString(${last('duration_ns')}) AS duration,
  arrayMap(id -> lower(hex(id)), ${last('trace_ids')}) AS traces, ${last('agent_name')} AS agent_name,
  ${last('environment')} AS environment, ${last('status')} AS status, ${last('retention_days')} AS retention
FROM agent_runs
WHERE agent_runs.timestamp >= now64(9) - toIntervalDay(${MAX_AGE_DAYS}) AND version >= {version:UInt64}
GROUP BY project_number, run_id
HAVING max(version) > {version:UInt64} OR run_id > {run:String}
ORDER BY max(version), run_id
LIMIT {limit:UInt32}`,
    parameters: { version: String(version), run: runId, limit },
    limits: { ...STATEMENT_LIMITS, maxResultRows: limit },
    lane: 'background',
    signal,
  };
}
