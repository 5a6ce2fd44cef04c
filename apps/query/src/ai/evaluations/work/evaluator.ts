import { Injectable } from '@nestjs/common';
import { CONTENT_METRICS, evaluateRun } from '@svc/gen-ai';
import type { ProjectIdentity } from '@svc/reading/statement';
import { ScoresService } from '../../scores/index.js';
import type { EvaluatedRunRow } from '../runs/evaluated-runs.query.js';
import { toExpiry } from '../runs/expiry.js';
import { RunReader, toEvaluatedRun } from '../runs/run-reader.js';
import { StepContents } from '../runs/step-contents.js';
import { toBudgets, type EvalSettings } from '../settings/eval-settings.js';

/** Adds the scores of metrics that need no model to a run. Repeating it adds nothing. */
@Injectable()
export class Evaluator {
  constructor(
    private readonly runs: RunReader,
    private readonly contents: StepContents,
    private readonly scores: ScoresService,
  ) {}

  async evaluate(
    project: ProjectIdentity,
    row: EvaluatedRunRow,
    settings: EvalSettings,
    signal: AbortSignal,
  ): Promise<void> {
    const needsContent = settings.enabledMetrics.some((metric) => CONTENT_METRICS.has(metric));
    const rows = needsContent ? await this.runs.steps(project, row, signal) : [];
    const steps = await this.contents.ofSteps(project, rows, signal);
    const run = toEvaluatedRun(row, steps);
    const scored = { projectId: project.id, runId: row.run_id, expiresAt: toExpiry(row.timestamp_ns, project) };
    for (const metric of settings.enabledMetrics) {
      const finding = evaluateRun(metric, run, toBudgets(settings));
      if (!finding) continue;
      const { label, value, comment } = finding;
      const verdict = { name: metric, label, comment, ...(value !== null && { value }) };
      await this.scores.addEvaluation(scored, metric, verdict);
    }
  }
}
