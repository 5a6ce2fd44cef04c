import { toJson } from '@bufbuild/protobuf';
import { ValueSchema, type Value } from '@bufbuild/protobuf/wkt';
import { LlmPriceSchema, type LlmPricingSetRequest, type LlmPriceTier, type LlmPriceTierInput } from '@svc/contract';
import { formatMoney, parseMoney, RATE_KEYS, type Price, type RateKey } from '@svc/gen-ai';
import { invalidField } from '@svc/service-error';

export type Rates = Price['rates'];

/** The field of each rate in requests and responses. */
const FIELDS = {
  input: 'inputCostPerToken',
  cache_read: 'cacheReadCostPerToken',
  cache_write: 'cacheWriteCostPerToken',
  cache_write_1h: 'cacheWrite1hCostPerToken',
  input_audio: 'inputAudioCostPerToken',
  input_audio_cached: 'inputAudioCachedCostPerToken',
  input_image: 'inputImageCostPerToken',
  input_image_cached: 'inputImageCachedCostPerToken',
  output: 'outputCostPerToken',
  output_reasoning: 'reasoningCostPerToken',
  output_audio: 'outputAudioCostPerToken',
  output_image: 'outputImageCostPerToken',
  request: 'costPerRequest',
  web_search: 'costPerWebSearch',
} as const satisfies Readonly<Record<RateKey, keyof LlmPriceTierInput & keyof LlmPriceTier>>;

/** Null passes the check of the message, and is the same as an absent field. */
const REQUIRED: ReadonlySet<RateKey> = new Set(['input', 'output']);

type RateTexts = { -readonly [Field in (typeof FIELDS)[RateKey]]?: string };
type RateValues = Pick<LlmPriceTierInput, (typeof FIELDS)[RateKey]>;

/** @throws ServiceError invalid_request that names the field, for a rate that is not exact or a tier without a base rate. */
export function readRates({ tiers, ...base }: LlmPricingSetRequest): Rates {
  checkOrder(tiers);
  const read: { [Key in RateKey]?: Rates[RateKey] } = {};
  for (const key of RATE_KEYS) {
    const rate = readRate(base, key, '');
    const upper = tiers.flatMap((tier, nth) => {
      const found = readRate(tier, key, `tiers[${nth}].`);
      return found === undefined
        ? []
        : [{ above: Number(tier.minInputTokens) - 1, rate: found, path: `tiers[${nth}].` }];
    });
    const [first] = upper;
    if (rate === undefined && REQUIRED.has(key)) throw invalidField(nameOf(key), 'is required');
    if (rate === undefined && first)
      throw invalidField(`${first.path}${nameOf(key)}`, 'needs the same field without a tier');
    if (rate !== undefined)
      read[key] = { base: rate, tiers: upper.map(({ above, rate: amount }) => ({ above, rate: amount })) };
  }
  return read;
}

function checkOrder(tiers: readonly LlmPriceTierInput[]): void {
  const nth = tiers.findIndex(
    ({ minInputTokens }, at) => at > 0 && minInputTokens <= (tiers[at - 1]?.minInputTokens ?? 0n),
  );
  if (nth > 0) throw invalidField(`tiers[${nth}].min_input_tokens`, 'must be more than that of the tier before it');
}

function readRate(values: RateValues, key: RateKey, path: string): bigint | undefined {
  const value: Value | undefined = values[FIELDS[key]];
  const json = value === undefined ? null : toJson(ValueSchema, value);
  if (json === null) return undefined;
  const amount = typeof json === 'number' || typeof json === 'string' ? parseMoney(json) : undefined;
  if (amount === undefined) {
    const reason = 'must be a number of US dollars, not negative, below a billion and with at most 18 decimals';
    throw invalidField(`${path}${nameOf(key)}`, reason);
  }
  return amount;
}

function nameOf(key: RateKey): string {
  return LlmPriceSchema.field[FIELDS[key]].name;
}

/** The fields of a message with these rates. */
export function toRateFields(
  rates: Rates,
): RateTexts & { readonly tiers: (RateTexts & { readonly minInputTokens: bigint })[] } {
  const base: RateTexts = {};
  const tiers = new Map<number, RateTexts>();
  for (const key of RATE_KEYS) {
    const rate = rates[key];
    if (!rate) continue;
    base[FIELDS[key]] = formatMoney(rate.base);
    for (const tier of rate.tiers) {
      const texts = tiers.get(tier.above) ?? {};
      texts[FIELDS[key]] = formatMoney(tier.rate);
      tiers.set(tier.above, texts);
    }
  }
  const sorted = [...tiers].sort(([one], [other]) => one - other);
  return { ...base, tiers: sorted.map(([above, texts]) => ({ ...texts, minInputTokens: BigInt(above + 1) })) };
}
