import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { stepKey, type Run } from '@svc/gen-ai';
import { encodeRows, type NativeBlock } from '@svc/otlp/native';
import type { ProjectIdentity } from '@svc/reading/statement';
import { COLUMN_STORE, mapYielding } from '@svc/runtime';
import { AGENT_RUNS, AGENT_STEPS } from '@svc/tables';
import type { AssemblyTools } from './assembly-tools.js';
import { AssemblyRepository } from './assembly.repository.js';
import { deletedRun, deletedStep, toRunRow, toStepRow, type RowOwner } from './run-rows.js';
import type { StoredRunRow, StoredStepRow } from './traces/stored-runs.query.js';

/** The runs of some traces as they are now, and what is stored of them. */
export interface AssembledRuns {
  readonly runs: readonly Run[];
  readonly retentionDays: number;
  readonly storedRuns: readonly StoredRunRow[];
  readonly storedSteps: readonly StoredStepRow[];
  /** Nanoseconds since 1970. */
  readonly version: bigint;
}

/** Replaces the stored rows of runs and their steps. */
@Injectable()
export class RunWriter {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    private readonly repository: AssemblyRepository,
  ) {}

  /**
   * Rows whose key is gone are marked as deleted first: an interruption at any place leaves runs that are found again by their traces,
   * which the next attempt assembles from the beginning.
   *
   * @throws LeaseLostError
   */
  async write(project: ProjectIdentity, assembled: AssembledRuns, tools: AssemblyTools): Promise<void> {
    const { runs, storedRuns, storedSteps, version } = assembled;
    const ownerOf = (retentionDays: number): RowOwner => ({ projectNumber: project.number, retentionDays, version });
    const owner = ownerOf(assembled.retentionDays);
    const runKeys = new Set(runs.map((run) => runKey(run.runId, run.startNs)));
    const lostRuns = storedRuns
      .map((row) => ({ ...row, timestamp: BigInt(row.timestamp_ns) }))
      .filter((row) => !runKeys.has(runKey(row.run_id, row.timestamp)))
      .map((row) => deletedRun(row, ownerOf(row.retention_days)));
    const ownSteps = runs.flatMap((run) => run.steps.map((step) => [step, run] as const));
    const steps = await mapYielding(ownSteps, ([step, run]) => toStepRow(step, run, owner));
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
    const blocks = [
      encodeRows(AGENT_RUNS, lostRuns),
      encodeRows(AGENT_STEPS, [...lostSteps, ...steps]),
      encodeRows(
        AGENT_RUNS,
        runs.map((run) => toRunRow(run, owner)),
      ),
    ];
    for (const block of blocks) await this.#insert(block, tools);
  }

  async #insert(block: NativeBlock, { signal, fence }: AssemblyTools): Promise<void> {
    if (block.rows === 0) return;
    await this.repository.transaction(fence);
    await this.store.insertBlock(block, { deduplicationToken: `agent-runs/${randomUUID()}`, signal });
  }
}

const FIVE_MINUTES = 300_000_000_000n;

/** The time in the key of both tables. */
const keyTime = (timestamp: bigint): string => String(timestamp / FIVE_MINUTES);
const runKey = (runId: string, timestamp: bigint): string => `${keyTime(timestamp)} ${runId}`;
