import { formatMoney, parseMoney, RATE_KEYS, type Price, type Rate, type RateKey } from '@svc/gen-ai';

type Rates = Price['rates'];

/** Rates as the relational store has them: decimal texts of US dollars. */
type StoredRates = {
  readonly [Key in RateKey]?: {
    readonly base: string;
    readonly tiers: { readonly above: number; readonly rate: string }[];
  };
};

export function toStoredRates(rates: Rates): StoredRates {
  const stored = RATE_KEYS.flatMap((key) => {
    const rate = rates[key];
    if (!rate) return [];
    const tiers = rate.tiers.map(({ above, rate: amount }) => ({ above, rate: formatMoney(amount) }));
    return [[key, { base: formatMoney(rate.base), tiers }]];
  });
  return Object.fromEntries(stored) as StoredRates;
}

/** @param stored a value of the column, which only holds what toStoredRates() returned. */
export function fromStoredRates(stored: unknown): Rates {
  const entries = Object.entries(stored as StoredRates).map(([key, { base, tiers }]): [string, Rate] => [
    key,
    { base: toAmount(base), tiers: tiers.map(({ above, rate }) => ({ above, rate: toAmount(rate) })) },
  ]);
  return Object.fromEntries(entries);
}

function toAmount(text: string): bigint {
  const amount = parseMoney(text);
  if (amount === undefined) throw new Error('A stored rate is not a decimal number.');
  return amount;
}
