import { Inject, Injectable } from '@nestjs/common';
import { inputTokens, JUDGE_AGENT, outputTokens, type Usage } from '@svc/gen-ai';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { enqueue, Queue } from '@svc/work';
import { ModelProvider } from '../../provider/index.js';
import type { EvaluatedRunRow } from '../runs/evaluated-runs.query.js';
import type { FoundRun } from '../runs/run-reader.js';
import type { EvalSettings } from '../settings/eval-settings.js';
import { isSampled } from './sampling.js';

export interface Judgement {
  readonly runId: string;
  readonly state: string;
  /** Nanoseconds since 1970. */
  readonly start: string;
}

export const JUDGEMENT = new Queue<Judgement>({
  name: 'agent-run-judgement',
  concurrency: 4,
  share: 1,
  maxAttempts: 6,
  backoff: { baseMs: 5_000, maxMs: 300_000 },
  // Longer than a call of the provider may take.
  leaseMs: 90_000,
});

/** Has the runs of the sample judged, once for each state. */
@Injectable()
export class JudgeQueue {
  constructor(
    private readonly provider: ModelProvider,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async enqueue(tx: Transaction, project: ProjectIdentity, run: FoundRun, settings: EvalSettings): Promise<void> {
    if (!this.provider.isConfigured || !isJudged(run.row, settings)) return;
    const { row, state } = run;
    await enqueue(tx, JUDGEMENT, {
      key: `${project.id}/${row.run_id}/${state}`,
      payload: { runId: row.run_id, state, start: row.timestamp_ns },
      projectId: project.id,
      now: new Date(this.clock()),
    });
  }
}

/** Whether the settings ask for the judgement of a run. Runs of the judge are never judged. */
export function isJudged(row: EvaluatedRunRow, settings: EvalSettings): boolean {
  const { judgeModel, samplingRate, minRunTokens } = settings;
  if (judgeModel === '' || row.agent_name === JUDGE_AGENT || !isSampled(row.run_id, samplingRate)) return false;
  return tokensOf(row) >= minRunTokens;
}

function tokensOf(row: EvaluatedRunRow): number {
  const usage: Usage = Object.fromEntries(Object.entries(row.usage).map(([bucket, count]) => [bucket, Number(count)]));
  return inputTokens(usage) + outputTokens(usage);
}
