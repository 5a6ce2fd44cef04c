import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { JUDGE_AGENT, type Usage } from '@svc/gen-ai';
import { encodeRows } from '@svc/otlp/native';
import type { ProjectIdentity } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import { COLUMN_STORE } from '@svc/runtime';
import { AGENT_RUNS, AGENT_STEPS } from '@svc/tables';
import { ChangedPeriods } from '../../../changed-periods/index.js';
import { deletedRun, deletedStep } from '../../runs/index.js';

/** A call of a model by the service that has ended. */
export interface JudgeRun {
  /** ID of the call. */
  readonly callId: string;
  readonly name: string;
  readonly model: string;
  readonly provider: string;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly usage: Usage | undefined;
  /** Units of 10^-12 US dollars; undefined if it is not known. */
  readonly cost: bigint | undefined;
  readonly priceId: string;
  readonly finishReason: string;
  /** Undefined if there is a result. */
  readonly error: { readonly type: string; readonly message: string } | undefined;
  readonly environment: string;
}

/**
 * Stores calls of models by the service as runs of an agent of its own, with one step. They have no spans, so that nothing assembles them
 * again, and no person. Storing a call again changes nothing.
 */
@Injectable()
export class JudgeRuns {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    private readonly changes: ChangedPeriods,
  ) {}

  async write(project: ProjectIdentity, run: JudgeRun, signal: AbortSignal): Promise<void> {
    const start = fromMilliseconds(run.startedMs);
    const duration = fromMilliseconds(Math.max(0, run.endedMs - run.startedMs));
    const owner = { projectNumber: project.number, retentionDays: project.retentionDays, version: start };
    const hash = createHash('sha256').update(run.callId).digest('hex');
    const runId = `judge-${run.callId}`;
    const usage = Object.fromEntries(Object.entries(run.usage ?? {}).map(([bucket, count]) => [bucket, BigInt(count)]));
    const error = { error_type: run.error?.type ?? '', error_message: run.error?.message ?? '' };
    const isUnpriced = run.usage !== undefined && run.cost === undefined;
    const shared = {
      is_deleted: 0,
      agent_name: JUDGE_AGENT,
      duration_ns: duration,
      environment: run.environment,
      usage,
      cost: run.cost ?? null,
      ...error,
    };
    const stored = {
      ...deletedRun({ run_id: runId, timestamp: start }, owner),
      ...shared,
      name: run.name,
      status: run.error ? 'failed' : 'completed',
      status_reason: run.error ? 'error_status' : 'ended',
      is_settled: 1,
      steps: 1,
      llm_calls: 1,
      unpriced_calls: isUnpriced ? 1 : 0,
      models: [run.model],
      providers: [run.provider],
    };
    const step = {
      ...deletedStep({ trace_id: hash.slice(0, 32), span_id: hash.slice(32, 48), timestamp: start }, owner),
      ...shared,
      run_id: runId,
      kind: 'inference',
      operation: 'chat',
      name: `chat ${run.model}`,
      is_error: run.error ? 1 : 0,
      model: run.model,
      provider: run.provider,
      price_id: run.priceId,
      finish_reasons: run.finishReason === '' ? [] : [run.finishReason],
      is_counted: 1,
      is_unpriced: isUnpriced ? 1 : 0,
    };
    await this.changes.mark(project.number, [start]);
    for (const [name, block] of [
      ['steps', encodeRows(AGENT_STEPS, [step])],
      ['runs', encodeRows(AGENT_RUNS, [stored])],
    ] as const) {
      await this.store.insertBlock(block, { deduplicationToken: `judge-${name}/${run.callId}`, signal });
    }
  }
}
