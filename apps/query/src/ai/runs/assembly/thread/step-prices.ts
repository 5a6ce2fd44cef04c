import { priceUsage, type Override, type RunContext } from '@svc/gen-ai';

/** Prices the calls of a project. */
export function pricedWith(overrides: readonly Override[]): RunContext['price'] {
  return (question, usage) => {
    const priced = priceUsage(question, usage, overrides);
    if (!priced) return undefined;
    const { price, cost, isTierUnpriced, isProviderInferred, unpriced } = priced;
    return { priceId: price.id, cost, isTierUnpriced, isProviderInferred, isPartial: unpriced.length > 0 };
  };
}
