import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { COST_DECIMALS, parseCost, type EvaluatedRun, type RunStatus } from '@svc/gen-ai';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope, type ProjectIdentity } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { COLUMN_STORE } from '@svc/runtime';
import { selectSteps, type StepRow } from '../../runs/index.js';
import { selectEvaluatedRuns, stateOf, type EvaluatedRunRow } from './evaluated-runs.query.js';

const STATEMENT_MS = 20_000;
/** The first steps of a run, of which metrics read the content. */
const MAX_STEPS = 5_000;

/** A run as it was last assembled. */
export interface FoundRun {
  readonly row: EvaluatedRunRow;
  readonly state: string;
}

/** Reads the runs that are evaluated. */
@Injectable()
export class RunReader {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  /** Runs by ID, without those that do not exist. @param starts in nanoseconds since 1970. */
  async runs(
    project: ProjectIdentity,
    runIds: readonly string[],
    starts: readonly bigint[],
    signal: AbortSignal,
  ): Promise<Map<string, FoundRun>> {
    const reader = this.#open(project, signal);
    const [first = 0n] = starts;
    const during = {
      from: starts.reduce((one, other) => (other < one ? other : one), first),
      to: starts.reduce((one, other) => (other > one ? other : one), first) + 1n,
    };
    const rows = await reader.rows(selectEvaluatedRuns(reader.scope, runIds, during));
    return new Map(rows.map((row) => [row.run_id, { row, state: stateOf(row) }]));
  }

  steps(project: ProjectIdentity, row: EvaluatedRunRow, signal: AbortSignal): Promise<StepRow[]> {
    const reader = this.#open(project, signal);
    return reader.rows(
      selectSteps({ scope: reader.scope, runId: row.run_id, during: toRange(row) }, undefined, MAX_STEPS),
    );
  }

  #open(project: ProjectIdentity, signal: AbortSignal): ProjectReader {
    return new ProjectReader(this.store, Scope.of(project), Budget.inBackground(signal, STATEMENT_MS));
  }
}

function toRange(row: EvaluatedRunRow): TimeRange {
  const start = BigInt(row.timestamp_ns);
  return { from: start, to: start + BigInt(row.duration_ns) + 1n };
}

/** @param steps with their content, as far as it is needed. */
export function toEvaluatedRun(row: EvaluatedRunRow, steps: EvaluatedRun['steps']): EvaluatedRun {
  return {
    status: row.status as RunStatus,
    durationNs: BigInt(row.duration_ns),
    llmCalls: row.llm_calls,
    toolCalls: row.tool_calls,
    toolErrors: row.tool_errors,
    unpricedCalls: row.unpriced_calls,
    cost: row.cost_text === null ? undefined : parseCost(row.cost_text, COST_DECIMALS),
    steps,
  };
}
