import { Inject, Injectable } from '@nestjs/common';
import { COST_DECIMALS, parseCost } from '@svc/gen-ai';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { ModelProvider, type ChatAnswer, type ChatMessage } from '../../provider/index.js';
import { JudgeBudget, type JudgedRun } from './judge-budget.js';
import { MAX_ANSWER_TOKENS, mostUsage, toCallFailure, usageOf, type CallFailure } from './judge-call.js';
import { JudgePrices } from './judge-prices.js';
import { JudgeRuns } from './judge-run.js';

/** A call of a model that the service makes for a project. */
export interface ModelCall<Result> {
  readonly project: ProjectIdentity;
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** US dollars that all calls of the project may cost in a day of UTC, as a decimal text. */
  readonly maxDailyCost: string;
  /** The subject to which the cost is charged. */
  readonly charged: JudgedRun;
  /** Name of the run that shows the call. */
  readonly name: string;
  readonly environment: string;
  /** Milliseconds; as long as the provider may take by default. */
  readonly timeoutMs?: number;
  /** Runs first in the transaction of the charge. */
  readonly fence: (tx: Transaction) => Promise<void>;
  /** The result that an answer states; undefined if it is none. */
  readonly read: (answer: ChatAnswer) => Promise<Result | undefined>;
  /** The failure of a call whose answer is no result. */
  readonly invalid: CallFailure;
}

/** The end of a call: a result, or a failure with the error that caused it. */
export interface ModelCallEnd<Result> {
  readonly result?: Result | undefined;
  readonly failure?: CallFailure | undefined;
  readonly error?: unknown;
  /** Units of 10^-12 US dollars; undefined if it is not known. */
  readonly cost: bigint | undefined;
}

/** Makes calls of models within what a project may spend in a day, and shows each as a run of the service's own agent. */
@Injectable()
export class ModelCalls {
  constructor(
    private readonly provider: ModelProvider,
    private readonly prices: JudgePrices,
    private readonly budget: JudgeBudget,
    private readonly runs: JudgeRuns,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Makes a call once.
   *
   * @returns undefined if no call was made, because it has no price or could cost more than is left of the day.
   * @throws the reason of the signal, and failures of the stores.
   */
  async make<Result>(call: ModelCall<Result>, signal: AbortSignal): Promise<ModelCallEnd<Result> | undefined> {
    const most = await this.#most(call);
    const cap = parseCost(call.maxDailyCost, COST_DECIMALS);
    if (most === undefined || cap === undefined) return undefined;
    const charge = await this.budget.reserve(call.charged, { most, cap, now: new Date(this.clock()) }, call.fence);
    if (!charge) return undefined;
    const { model, messages, timeoutMs } = call;
    let answer: ChatAnswer | undefined;
    let end: Omit<ModelCallEnd<Result>, 'cost'>;
    try {
      answer = await this.provider.chat({ model, messages, timeoutMs, maxTokens: MAX_ANSWER_TOKENS }, signal);
      const result = await call.read(answer);
      end = { result, failure: result === undefined ? call.invalid : undefined };
    } catch (error) {
      const failure = toCallFailure(error);
      if (!failure) throw error;
      end = { failure, error };
    }
    const cost = await this.#end(call, charge, { answer, failure: end.failure }, signal);
    return { ...end, cost };
  }

  /** The most that a call may cost. */
  async #most({ project, model, messages }: ModelCall<unknown>): Promise<bigint | undefined> {
    const costs = await Promise.all(mostUsage(messages).map((usage) => this.prices.cost(project.id, model, usage)));
    return costs.reduce((one, other) => (one !== undefined && other !== undefined && one > other ? one : other));
  }

  /** Stores the call as a run, then what it has cost. */
  async #end(
    { project, model, name, environment }: ModelCall<unknown>,
    { id, startedAt }: { readonly id: string; readonly startedAt: Date },
    { answer, failure }: { readonly answer: ChatAnswer | undefined; readonly failure: CallFailure | undefined },
    signal: AbortSignal,
  ): Promise<bigint | undefined> {
    const usage = answer && usageOf(answer);
    const known = usage && (await this.prices.cost(project.id, model, usage));
    const price = known === undefined ? undefined : await this.prices.of(project.id, model);
    const run = {
      callId: id,
      name,
      model,
      provider: this.provider.name,
      startedMs: startedAt.getTime(),
      endedMs: this.clock(),
      usage,
      cost: known,
      priceId: price?.id ?? '',
      finishReason: answer?.finishReason ?? '',
      error: failure && { type: failure.type, message: failure.message },
      environment,
    };
    await this.runs.write(project, run, signal);
    const cost = failure?.isFree ? 0n : known;
    await this.budget.end(id, failure ? 'failed' : 'judged', cost);
    return cost;
  }
}
