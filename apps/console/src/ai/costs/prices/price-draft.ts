import type { LlmPrice, LlmPricingSetRequest } from '../../../gen/api.js';
import { shiftDecimal } from './decimal.js';
import { RATES, type Rate, type RateName } from './price-rates.js';

/** A price as its form shows it: US dollars for a million tokens, or for a call or search. An empty rate is left out. */
export type PriceDraft = Readonly<Record<RateName, string>> & {
  readonly model: string;
  /** Empty for all providers. */
  readonly provider: string;
  /** Empty for all service tiers. */
  readonly tier: string;
  /** Keeps the other rates for long inputs, which the form does not change. */
  readonly keepsTiers: boolean;
};

export type PriceBase = Partial<Omit<LlmPrice, 'model'>> & Pick<LlmPrice, 'model'>;

const MILLION = 6;
const MOST_DECIMALS = 18;

export function toPriceDraft(base: PriceBase): PriceDraft {
  const rates = Object.fromEntries(RATES.map((rate) => [rate.name, toShown(rate, base[rate.name])]));
  return {
    ...(rates as Record<RateName, string>),
    model: base.model,
    provider: base.provider ?? '',
    tier: base.service_tier ?? '',
    keepsTiers: (base.tiers ?? []).length > 0,
  };
}

function toShown({ isForTokens }: Rate, rate: string | undefined): string {
  if (rate === undefined) return '';
  return (isForTokens ? shiftDecimal(rate, MILLION) : rate) ?? '';
}

/** The decimal text that a rate is sent as; undefined if it is none. */
function toSent({ isForTokens }: Rate, text: string): string | undefined {
  const sent = shiftDecimal(text.trim(), isForTokens ? -MILLION : 0);
  return sent === undefined || (sent.split('.')[1] ?? '').length > MOST_DECIMALS ? undefined : sent;
}

/** The faults of a draft by field; fields that are required and empty have none, because `missingOf` names them. */
export function faultsOf(draft: PriceDraft): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  const model = draft.model.trim();
  if (model !== '' && !/^(?:[^*\s]+\*?|\*)$/.test(model))
    faults.set('model', 'A name without spaces; * only at its end, for all models that begin like it.');
  for (const rate of RATES) {
    const text = draft[rate.name];
    if (text.trim() !== '' && toSent(rate, text) === undefined)
      faults.set(rate.name, 'US dollars from 0, such as 2.50.');
  }
  return faults;
}

/** Names the first required field that is empty; undefined if none is. */
export function missingOf(draft: PriceDraft): string | undefined {
  if (draft.model.trim() === '') return 'Type the model first.';
  if (draft.input_cost_per_token.trim() === '') return 'Type the price of the input first.';
  return draft.output_cost_per_token.trim() === '' ? 'Type the price of the output first.' : undefined;
}

/** The request that sets the price from now on. */
export function toPriceBody(draft: PriceDraft, base: PriceBase, version: number | undefined): LlmPricingSetRequest {
  const rates = RATES.flatMap((rate) => {
    const sent = toSent(rate, draft[rate.name]);
    return sent === undefined ? [] : [[rate.name, sent] as const];
  });
  return {
    ...(Object.fromEntries(rates) as Pick<LlmPricingSetRequest, 'input_cost_per_token' | 'output_cost_per_token'>),
    ...(draft.provider.trim() !== '' && { provider: draft.provider.trim() }),
    ...(draft.tier.trim() !== '' && { service_tier: draft.tier.trim() }),
    ...(draft.keepsTiers && { tiers: base.tiers ?? [] }),
    ...(version !== undefined && { expected_version: version }),
  };
}

/** The own price that a draft would replace; undefined if there is none among these. */
export function findOwn(prices: readonly LlmPrice[], { model, provider, tier }: PriceDraft): LlmPrice | undefined {
  return prices.find(
    (price) =>
      price.source === 'override' &&
      price.effective_until === undefined &&
      price.model === model.trim() &&
      price.provider === provider.trim() &&
      price.service_tier === tier.trim(),
  );
}
