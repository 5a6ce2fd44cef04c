import { BUCKETS, inputTokens, type Bucket, type Usage } from '../usage/buckets.js';
import { roundToCost } from './money.js';
import { RATES_OF_BUCKET, type Price, type Rate, type RateKey } from './price.js';

/** The cost of one bucket of a call. */
export interface CostLine {
  readonly bucket: Bucket;
  readonly count: number;
  /** The rate that was applied: that of another bucket if the price has none of this one. */
  readonly rateKey: RateKey;
  /** Attodollars of one. */
  readonly rate: bigint;
  /** The input tokens above which this rate applies; undefined for the base rate. */
  readonly tierAbove: number | undefined;
  /** Attodollars, not rounded. */
  readonly cost: bigint;
}

export interface Cost {
  /** Units of 10^-12 US dollars, rounded once, half to even. Undefined if the price has no rate for anything that was used. */
  readonly cost: bigint | undefined;
  readonly lines: readonly CostLine[];
  /** Buckets that were used and have no rate. */
  readonly unpriced: readonly Bucket[];
}

/**
 * The cost of one call. A tier is chosen by all input tokens, cached ones included, and applies to the whole call.
 *
 * A price without a rate for requests does not charge them.
 */
export function costOf(price: Price, usage: Usage): Cost {
  const { lines, unpriced } = costLines(price, usage, inputTokens(usage));
  const isUnpriced = lines.length === 0 && unpriced.length > 0;
  const total = lines.reduce((sum, { cost }) => sum + cost, 0n);
  return { cost: isUnpriced ? undefined : roundToCost(total), lines, unpriced };
}

/**
 * The parts of the cost of one call, or of several whose tiers are the same.
 *
 * @param input the input tokens of a call, which choose the tiers.
 */
export function costLines(price: Price, usage: Usage, input: number): Pick<Cost, 'lines' | 'unpriced'> {
  const lines: CostLine[] = [];
  const unpriced: Bucket[] = [];
  for (const bucket of BUCKETS) {
    const count = usage[bucket] ?? 0;
    if (count === 0) continue;
    const rateKey = RATES_OF_BUCKET[bucket].find((key) => price.rates[key] !== undefined);
    const rates = rateKey && price.rates[rateKey];
    if (!rates) {
      if (bucket !== 'requests') unpriced.push(bucket);
      continue;
    }
    const { rate, above: tierAbove } = rateAt(rates, input);
    lines.push({ bucket, count, rateKey, rate, tierAbove, cost: rate * BigInt(count) });
  }
  return { lines, unpriced };
}

function rateAt({ base, tiers }: Rate, input: number): { rate: bigint; above: number | undefined } {
  let found: { rate: bigint; above: number | undefined } = { rate: base, above: undefined };
  for (const tier of tiers) if (input > tier.above) found = tier;
  return found;
}
