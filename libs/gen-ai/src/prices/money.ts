/**
 * Money as whole numbers of 10^-18 US dollars (attodollars), in which every price per token is exact: prices of overrides have at most 18
 * decimals, and those per million tokens at most twelve.
 */
export const DECIMALS = 18;

/** The decimals of a stored cost, as those of the `Decimal(18, 12)` that other systems store. */
export const COST_DECIMALS = 12;

const PLAIN = /^(\d{1,9})(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Reads a price that is not negative: a decimal number, or a JSON number, of which the shortest text counts, so that 1.5e-7 means exactly
 * that. Undefined if it is no such number, has more than 18 decimals, or is a billion or more.
 */
export function parseMoney(value: string | number): bigint | undefined {
  const match = PLAIN.exec(String(value));
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, '');
  if (digits === '0' || /^0+$/.test(digits)) return 0n;
  const shift = DECIMALS - fraction.length + Number(exponent);
  if (shift >= 0) return digits.length + shift > DECIMALS + 9 ? undefined : BigInt(digits) * 10n ** BigInt(shift);
  const kept = digits.slice(0, shift);
  return kept !== '' && /^0+$/.test(digits.slice(shift)) ? BigInt(kept) : undefined;
}

/** Writes an amount of 10^-`decimals` without needless zeros: 1500000000000 of 10^-12 is `1.5`. */
export function formatMoney(amount: bigint, decimals = DECIMALS): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -decimals)}${fraction && '.'}${fraction}`;
}

/** Attodollars of the last decimal of a cost. */
export const ATTO_PER_COST = 10n ** BigInt(DECIMALS - COST_DECIMALS);

/** Rounds attodollars to the decimals of a cost, half to even. Costs are never negative. */
export function roundToCost(atto: bigint): bigint {
  const [quotient, rest] = [atto / ATTO_PER_COST, atto % ATTO_PER_COST];
  const twice = rest * 2n;
  const isUp = twice > ATTO_PER_COST || (twice === ATTO_PER_COST && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}
