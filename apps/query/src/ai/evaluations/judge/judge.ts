import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ProjectIdentity } from '@svc/reading/statement';
import { Jobs, type JobContext, type JobHandler } from '@svc/work';
import { ModelProvider, type ChatAnswer } from '../../provider/index.js';
import { ScoresService } from '../../scores/index.js';
import { EvaluationsRepository } from '../runs/evaluations.repository.js';
import { toExpiry } from '../runs/expiry.js';
import { RunReader, type FoundRun } from '../runs/run-reader.js';
import { StepContents } from '../runs/step-contents.js';
import { EvalConfigsRepository } from '../settings/configs.repository.js';
import { toSettings, type EvalSettings } from '../settings/eval-settings.js';
import { JudgeBudget } from './judge-budget.js';
import { NOT_A_VERDICT } from './judge-call.js';
import { isJudged, JUDGEMENT, type Judgement } from './judge-queue.js';
import { ModelCalls } from './model-calls.js';
import { toPrompt } from './prompt.js';
import { readVerdict, type JudgeVerdict } from './verdict.js';

interface JudgedCase {
  readonly project: ProjectIdentity;
  readonly run: FoundRun;
  readonly settings: EvalSettings;
}

/** Asks the model of a project for its judgement of a run, and adds it as a score. */
@Injectable()
export class Judge implements JobHandler<Judgement> {
  constructor(
    jobs: Jobs,
    private readonly provider: ModelProvider,
    private readonly repository: EvaluationsRepository,
    private readonly configs: EvalConfigsRepository,
    private readonly runs: RunReader,
    private readonly contents: StepContents,
    private readonly budget: JudgeBudget,
    private readonly calls: ModelCalls,
    private readonly scores: ScoresService,
  ) {
    jobs.register(JUDGEMENT, this);
  }

  async handle({ job, signal, fence }: JobContext<Judgement>): Promise<void> {
    const found = await this.#find(job.payload, job.projectId ?? '', signal);
    if (!found) return;
    const { project, run, settings } = found;
    const judged = { projectId: project.id, runId: run.row.run_id, state: run.state };
    if (await this.budget.isJudged(judged)) return;
    const steps = await this.contents.ofSteps(project, await this.runs.steps(project, run.row, signal), signal);
    // Without prompts and answers there is nothing to judge.
    if (steps.every(({ content }) => !content)) return;
    const messages = toPrompt(steps, settings.judgeCriteria, `---- ${randomBytes(12).toString('hex')} ----`);
    const end = await this.calls.make(
      {
        project,
        model: settings.judgeModel,
        messages,
        maxDailyCost: settings.maxDailyCost,
        charged: judged,
        name: `judge ${run.row.run_id}`,
        environment: run.row.environment,
        fence,
        read: (answer) => this.#score(answer, found),
        invalid: NOT_A_VERDICT,
      },
      signal,
    );
    if (end?.failure?.isTransient) throw end.error;
  }

  /** Undefined if the run has changed since, or is not judged any more. */
  async #find(judgement: Judgement, projectId: string, signal: AbortSignal): Promise<JudgedCase | undefined> {
    const { runId, state, start } = judgement;
    const project = (await this.repository.projectsById([projectId])).get(projectId);
    if (!project || !this.provider.isConfigured) return undefined;
    const settings = toSettings((await this.configs.findAll([projectId])).get(projectId));
    const run = (await this.runs.runs(project, [runId], [BigInt(start)], signal)).get(runId);
    if (run?.state !== state || !isJudged(run.row, settings)) return undefined;
    return { project, run, settings };
  }

  /** Adds the verdict of an answer as a score; undefined if it is none. */
  async #score({ text }: ChatAnswer, { project, run, settings }: JudgedCase): Promise<JudgeVerdict | undefined> {
    const verdict = readVerdict(text);
    if (!verdict) return undefined;
    const scored = {
      projectId: project.id,
      runId: run.row.run_id,
      expiresAt: toExpiry(run.row.timestamp_ns, project),
    };
    const { label, value, explanation: comment } = verdict;
    await this.scores.addEvaluation(scored, settings.judgeModel, { name: 'judge', label, value, comment });
    return verdict;
  }
}
