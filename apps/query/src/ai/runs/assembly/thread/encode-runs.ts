import { stepKey, type Run } from '@svc/gen-ai';
import { encodeRows, type NativeBlock } from '@svc/otlp/native';
import { floorTo, NANOSECONDS_PER_HOUR } from '@svc/reading/time';
import { AGENT_RUNS, AGENT_STEPS } from '@svc/tables';
import { deletedRun, deletedStep, toRunRow, toStepRow, type RowOwner } from '../run-rows.js';
import type { StoredRunRow, StoredStepRow } from '../traces/stored-runs.query.js';
import type { RunPreviews } from './run-previews.js';

/** The runs of some traces as they are now, and what is stored of them. */
export interface AssembledRuns {
  readonly projectNumber: number;
  readonly runs: readonly Run[];
  readonly retentionDays: number;
  readonly previews: RunPreviews;
  readonly storedRuns: readonly StoredRunRow[];
  readonly storedSteps: readonly StoredStepRow[];
  /** Nanoseconds since 1970. */
  readonly version: bigint;
}

/** The rows that replace what is stored of runs and their steps. */
export interface RunBlocks {
  /** Runs whose key is gone, marked as deleted. */
  readonly lostRuns: NativeBlock;
  /** The steps, and those whose key is gone, marked as deleted. */
  readonly steps: NativeBlock;
  /** The hours of these steps: their beginnings in nanoseconds since 1970. */
  readonly stepHours: readonly bigint[];
  readonly runs: NativeBlock;
}

export function encodeRuns(assembled: AssembledRuns): RunBlocks {
  const { projectNumber, runs, previews, storedRuns, storedSteps, version } = assembled;
  const ownerOf = (retentionDays: number): RowOwner => ({ projectNumber, retentionDays, version });
  const owner = ownerOf(assembled.retentionDays);
  const runKeys = new Set(runs.map((run) => runKey(run.runId, run.startNs)));
  const lostRuns = storedRuns
    .map((row) => ({ ...row, timestamp: BigInt(row.timestamp_ns) }))
    .filter((row) => !runKeys.has(runKey(row.run_id, row.timestamp)))
    .map((row) => deletedRun(row, ownerOf(row.retention_days)));
  const steps = runs.flatMap((run) => run.steps.map((step) => toStepRow(step, run, owner)));
  const stepKeys = new Set(steps.map((step) => `${stepKey(step.trace_id, step.span_id)} ${keyTime(step.timestamp)}`));
  const lostSteps = storedSteps
    .map((row) => ({
      trace_id: row.trace_id_hex,
      span_id: row.span_id_hex,
      timestamp: BigInt(row.timestamp_ns),
      days: row.retention_days,
    }))
    .filter((row) => !stepKeys.has(`${stepKey(row.trace_id, row.span_id)} ${keyTime(row.timestamp)}`))
    .map((row) => deletedStep(row, ownerOf(row.days)));
  const changedSteps = [...lostSteps, ...steps];
  return {
    lostRuns: encodeRows(AGENT_RUNS, lostRuns),
    steps: encodeRows(AGENT_STEPS, changedSteps),
    stepHours: [...new Set(changedSteps.map(({ timestamp }) => floorTo(timestamp, NANOSECONDS_PER_HOUR)))],
    runs: encodeRows(
      AGENT_RUNS,
      runs.map((run) => toRunRow(run, owner, previews.get(run.runId))),
    ),
  };
}

const FIVE_MINUTES = 300_000_000_000n;

/** The time in the key of both tables. */
const keyTime = (timestamp: bigint): string => String(timestamp / FIVE_MINUTES);
const runKey = (runId: string, timestamp: bigint): string => `${keyTime(timestamp)} ${runId}`;
