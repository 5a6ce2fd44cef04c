import { plainText, type Json } from '../../runtime/values/json.js';
import { wholeNumber } from './units.js';

/** Formats a decimal text of US dollars: cents from a dollar on, and else four significant digits. */
export function dollars(value: Json | undefined): string {
  if (value === undefined) return 'no price';
  const amount = Number(value);
  if (!Number.isFinite(amount)) return plainText(value);
  if (amount !== 0 && Math.abs(amount) < 1) return `$${plainDecimal(amount)}`;
  const [whole = '', cents = ''] = amount.toFixed(2).split('.');
  return `$${wholeNumber(whole)}.${cents}`;
}

/** Four significant digits without an exponent. */
function plainDecimal(amount: number): string {
  const decimals = Math.min(12, 3 - Math.floor(Math.log10(Math.abs(amount))));
  return amount.toFixed(decimals).replace(/0+$/, '').replace(/\.$/, '');
}
