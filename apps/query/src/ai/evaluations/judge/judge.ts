import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { COST_DECIMALS, parseCost, type Price } from '@svc/gen-ai';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { JudgeCall } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { Jobs, type JobContext, type JobHandler } from '@svc/work';
import { ModelProvider, type ChatAnswer, type ChatMessage } from '../../provider/index.js';
import { ScoresService } from '../../scores/index.js';
import { EvaluationsRepository } from '../runs/evaluations.repository.js';
import { toExpiry } from '../runs/expiry.js';
import { RunReader, type FoundRun } from '../runs/run-reader.js';
import { StepContents } from '../runs/step-contents.js';
import { EvalConfigsRepository } from '../settings/configs.repository.js';
import { toSettings, type EvalSettings } from '../settings/eval-settings.js';
import { JudgeBudget } from './judge-budget.js';
import { MAX_ANSWER_TOKENS, mostUsage, NOT_A_VERDICT, toCallFailure, usageOf, type CallFailure } from './judge-call.js';
import { JudgePrices } from './judge-prices.js';
import { isJudged, JUDGEMENT, type Judgement } from './judge-queue.js';
import { JudgeRuns } from './judge-run.js';
import { toPrompt } from './prompt.js';
import { readVerdict } from './verdict.js';

interface JudgedCase {
  readonly project: ProjectIdentity;
  readonly run: FoundRun;
  readonly settings: EvalSettings;
  readonly price: Price;
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
    private readonly prices: JudgePrices,
    private readonly budget: JudgeBudget,
    private readonly judgeRuns: JudgeRuns,
    private readonly scores: ScoresService,
    @Inject(CLOCK) private readonly clock: Clock,
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
    const costs = await Promise.all(
      mostUsage(messages).map((usage) => this.prices.cost(project.id, settings.judgeModel, usage)),
    );
    const most = costs.reduce((one, other) => (one !== undefined && other !== undefined && one > other ? one : other));
    const cap = parseCost(settings.maxDailyCost, COST_DECIMALS);
    if (most === undefined || cap === undefined) return;
    const call = await this.budget.reserve(judged, { most, cap, now: new Date(this.clock()) }, fence);
    if (call) await this.#call(call, messages, found, signal);
  }

  /** Undefined if the run has changed since, or is not judged any more. */
  async #find(judgement: Judgement, projectId: string, signal: AbortSignal): Promise<JudgedCase | undefined> {
    const { runId, state, start } = judgement;
    const project = (await this.repository.projectsById([projectId])).get(projectId);
    if (!project || !this.provider.isConfigured) return undefined;
    const settings = toSettings((await this.configs.findAll([projectId])).get(projectId));
    const run = (await this.runs.runs(project, [runId], [BigInt(start)], signal)).get(runId);
    if (run?.state !== state || !isJudged(run.row, settings)) return undefined;
    const price = await this.prices.of(projectId, settings.judgeModel);
    return price && { project, run, settings, price };
  }

  async #call(
    call: JudgeCall,
    messages: readonly ChatMessage[],
    found: JudgedCase,
    signal: AbortSignal,
  ): Promise<void> {
    const { judgeModel: model } = found.settings;
    let answer: ChatAnswer;
    try {
      answer = await this.provider.chat({ model, messages, maxTokens: MAX_ANSWER_TOKENS }, signal);
    } catch (error) {
      const failure = toCallFailure(error);
      if (!failure) throw error;
      await this.#end(call, found, { answer: undefined, failure }, signal);
      if (failure.isTransient) throw error;
      return;
    }
    const verdict = readVerdict(answer.text);
    if (verdict) {
      const { project, run } = found;
      const scored = {
        projectId: project.id,
        runId: run.row.run_id,
        expiresAt: toExpiry(run.row.timestamp_ns, project),
      };
      const { label, value, explanation: comment } = verdict;
      await this.scores.addEvaluation(scored, model, { name: 'judge', label, value, comment });
    }
    await this.#end(call, found, { answer, failure: verdict ? undefined : NOT_A_VERDICT }, signal);
  }

  /** Stores the call as a run of the judge, then what it has cost. */
  async #end(
    call: JudgeCall,
    { project, run, settings, price }: JudgedCase,
    { answer, failure }: { readonly answer: ChatAnswer | undefined; readonly failure: CallFailure | undefined },
    signal: AbortSignal,
  ): Promise<void> {
    const usage = answer && usageOf(answer);
    const known = usage && (await this.prices.cost(project.id, settings.judgeModel, usage));
    const cost = failure?.isFree ? 0n : known;
    await this.judgeRuns.write(
      project,
      {
        callId: call.id,
        runId: run.row.run_id,
        model: settings.judgeModel,
        provider: this.provider.name,
        startedMs: call.startedAt.getTime(),
        endedMs: this.clock(),
        usage,
        cost: failure?.isFree ? undefined : known,
        priceId: known === undefined ? '' : price.id,
        finishReason: answer?.finishReason ?? '',
        error: failure && { type: failure.type, message: failure.message },
        environment: run.row.environment,
      },
      signal,
    );
    await this.budget.end(call.id, failure ? 'failed' : 'judged', cost);
  }
}
