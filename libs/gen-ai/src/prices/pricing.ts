import type { Usage } from '../usage/buckets.js';
import { findModel, priceAt } from './catalog.js';
import { costOf, type Cost } from './cost.js';
import { findOverride, type Override, type PricedCall } from './overrides.js';
import type { Price } from './price.js';
import { pricedTier } from './service-tier.js';

export interface PriceQuestion extends PricedCall {
  /** Whether the call went to a private address, so that no vendor bills it. */
  readonly isPrivate: boolean;
}

/** The price of a call, and the reasons for doubt. */
export interface FoundPrice {
  readonly price: Price;
  /** The call has a service tier of its own price, which is not known: the cost is that of the default tier. */
  readonly isTierUnpriced: boolean;
  /** The instrumentation does not name the provider: it was taken from the model. */
  readonly isProviderInferred: boolean;
}

/** The price of a call: the override of the project, else that of the catalog. Undefined if there is none, which is not a price of zero. */
export function findPrice(question: PriceQuestion, overrides: readonly Override[]): FoundPrice | undefined {
  const serviceTier = pricedTier(question.serviceTier);
  const override = findOverride(overrides, { ...question, serviceTier });
  if (override) {
    const isTierUnpriced = serviceTier !== '' && override.serviceTier === '';
    return { price: override.price, isTierUnpriced, isProviderInferred: false };
  }
  if (question.isPrivate) return undefined;
  const model = findModel(question.provider, question.model);
  const price = model && priceAt(model, question.instant);
  if (!price) return undefined;
  return { price, isTierUnpriced: serviceTier !== '', isProviderInferred: question.provider === '' };
}

export interface PricedUsage extends FoundPrice, Cost {}

/** Prices the usage of a call; undefined if it has no price. */
export function priceUsage(
  question: PriceQuestion,
  usage: Usage,
  overrides: readonly Override[],
): PricedUsage | undefined {
  const found = findPrice(question, overrides);
  return found && { ...found, ...costOf(found.price, usage) };
}
