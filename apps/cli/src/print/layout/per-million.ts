import type { Json } from '../../runtime/values/json.js';

const MILLION_DIGITS = 6;

/** The price of a million from the decimal text of one, exactly: `0.0000025` is `2.5`. Empty for an absent price. */
export function perMillion(price: Json): string {
  if (typeof price !== 'string') return '';
  const [whole = '', fraction = ''] = price.split('.');
  const digits = fraction.padEnd(MILLION_DIGITS, '0');
  const dollars = `${whole}${digits.slice(0, MILLION_DIGITS)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(MILLION_DIGITS).replace(/0+$/, '');
  return rest === '' ? dollars : `${dollars}.${rest}`;
}
