/** Reads a decimal number as the column store writes it, as a whole number of its last decimal: `0.0035` of four decimals is 35. */
export function parseCost(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
}
