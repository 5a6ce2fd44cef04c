/** The first power of ten that `%g` of Go writes with an exponent. */
const GENERAL_MAX = 6;

/** Writes a value as the API of Prometheus does: decimal, with an exponent only below 1e-6 and from 1e21. */
export function formatValue(value: number): string {
  return special(value) ?? String(value);
}

/** Writes a number without an exponent, with as few digits as read back the same: labels of count_values, and literals. */
export function formatPlain(value: number): string {
  const text = special(value);
  if (text !== undefined) return text;
  const [digits, exponent] = scientific(value);
  const sign = value < 0 ? '-' : '';
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

/** Writes a number as messages of Prometheus do: with an exponent below 1e-4 and from 1e6 on. */
export function formatGeneral(value: number): string {
  const text = special(value);
  if (text !== undefined) return text;
  const [digits, exponent] = scientific(value);
  if (exponent >= -4 && exponent < GENERAL_MAX) return formatPlain(value);
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  const power = `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  return `${value < 0 ? '-' : ''}${digits[0]}${fraction}e${power}`;
}

/** Writes a label such as a quantile in the canonical form of OpenMetrics: `1.0` instead of `1`. */
export function formatOpenMetrics(value: number): string {
  const text = formatGeneral(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Reads a number as Go does, or returns undefined. */
export function parseFloatText(text: string): number | undefined {
  const bare = text.replace(/^[+-]/, '').toLowerCase();
  const sign = text.startsWith('-') ? -1 : 1;
  if (bare === 'inf' || bare === 'infinity') return sign * Infinity;
  if (bare === 'nan') return NaN;
  return /^(\d+(_?\d)*\.?(\d(_?\d)*)?|\.\d(_?\d)*)(e[+-]?\d+)?$/.test(bare)
    ? sign * Number(bare.replaceAll('_', ''))
    : undefined;
}

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return value === 0 ? (Object.is(value, -0) ? '-0' : '0') : undefined;
}

/** The significant digits, and the power of ten of the first. */
function scientific(value: number): [string, number] {
  const [mantissa, exponent] = Math.abs(value).toExponential().split('e');
  return [mantissa.replace('.', ''), Number(exponent)];
}
