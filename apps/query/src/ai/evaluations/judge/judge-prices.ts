import { Inject, Injectable } from '@nestjs/common';
import { findPrice, priceUsage, type Price, type Usage } from '@svc/gen-ai';
import { CLOCK, type Clock } from '@svc/runtime';
import { PriceOverrides } from '../../prices/index.js';
import { ModelProvider } from '../../provider/index.js';

/** The prices of models that judge, for the calls of a project. */
@Injectable()
export class JudgePrices {
  constructor(
    private readonly overrides: PriceOverrides,
    private readonly provider: ModelProvider,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The price of a model; undefined if it has none. */
  async of(projectId: string, model: string): Promise<Price | undefined> {
    return findPrice(this.#question(model), await this.overrides.overridesOf(projectId))?.price;
  }

  /** The cost of a call in units of 10^-12 US dollars; undefined if it has no price, or none of a part of it. */
  async cost(projectId: string, model: string, usage: Usage): Promise<bigint | undefined> {
    const priced = priceUsage(this.#question(model), usage, await this.overrides.overridesOf(projectId));
    return priced && priced.unpriced.length === 0 ? priced.cost : undefined;
  }

  #question(model: string) {
    const { name: provider, isPrivate } = this.provider;
    return { provider, model, serviceTier: '', instant: this.clock(), isPrivate };
  }
}
