import { Inject, Injectable } from '@nestjs/common';
import type { EvalsSetRequest } from '@svc/contract';
import type { EvalConfig } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, ServiceError, versionConflict } from '@svc/service-error';
import { JudgeBudget } from '../judge/judge-budget.js';
import { JudgePrices } from '../judge/judge-prices.js';
import { EvalConfigsRepository } from '../settings/configs.repository.js';
import { fromRequest } from '../settings/eval-settings.js';

export interface FoundConfig {
  /** Null until it is set. */
  readonly row: EvalConfig | null;
  /** The cost of judging today, in units of 10^-12 US dollars. */
  readonly judgeCost: bigint;
}

@Injectable()
export class EvalConfigsService {
  constructor(
    private readonly repository: EvalConfigsRepository,
    private readonly prices: JudgePrices,
    private readonly budget: JudgeBudget,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(projectId: string): Promise<FoundConfig> {
    return this.#toFound(await this.repository.find(projectId), projectId);
  }

  /** @throws ServiceError invalid_request, version_conflict */
  async set(projectId: string, updatedBy: string, request: EvalsSetRequest): Promise<FoundConfig> {
    const settings = fromRequest(request);
    await this.#requirePrice(projectId, 'judge_model', settings.judgeModel);
    await this.#requirePrice(projectId, 'question_model', settings.questionModel);
    await this.#requirePrice(projectId, 'investigation_model', settings.investigationModel);
    const change = { projectId, settings, updatedBy, updatedAt: new Date(this.clock()) };
    if (request.expectedVersion === undefined) return this.#toFound(await this.repository.set(change), projectId);
    const replaced = await this.repository.replace(request.expectedVersion, change);
    if (replaced) return this.#toFound(replaced, projectId);
    const current = await this.repository.find(projectId);
    throw current ? versionConflict(current.version) : isNotConfigured();
  }

  async #requirePrice(projectId: string, field: string, model: string): Promise<void> {
    if (model === '' || (await this.prices.of(projectId, model))) return;
    throw invalidField(
      field,
      'must be a model with a price, because its cost is limited; llm.pricing_set sets the price',
    );
  }

  async #toFound(row: EvalConfig | null, projectId: string): Promise<FoundConfig> {
    return { row, judgeCost: await this.budget.spent(projectId, new Date(this.clock())) };
  }
}

function isNotConfigured(): ServiceError {
  const reason = 'must be absent, because evaluations are not configured';
  return new ServiceError('version_conflict', { details: [{ path: 'expected_version', reason }] });
}
