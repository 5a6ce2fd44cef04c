const NS_PER_MS = 1_000_000;
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Units of time by their length in nanoseconds, with the number from which the next one is better. */
const SHORT_UNITS = [
  ['ns', 1, 1000],
  ['µs', 1000, 1000],
  ['ms', NS_PER_MS, 1000],
  ['s', 1000 * NS_PER_MS, 60],
] as const;

const LONG_UNITS = [
  ['min', 60],
  ['h', 3600],
  ['d', 86_400],
] as const;

/** A length of time with three digits, or in its two largest units: `350 µs`, `1.24 s`, `2 h 5 min`. */
export function formatDuration(value: number | bigint, unit: 'ns' | 'ms' = 'ns'): string {
  const ns = Number(value) * (unit === 'ns' ? 1 : NS_PER_MS);
  if (!Number.isFinite(ns)) return '';
  if (ns < 0) return `−${formatDuration(-ns)}`;
  if (ns === 0) return '0 s';
  for (const [name, length, next] of SHORT_UNITS) {
    const shown = threeDigits(ns / length);
    if (Number(shown) < next) return `${shown} ${name}`;
  }
  return toTwoUnits(ns / (1000 * NS_PER_MS));
}

/** A number of things: `1,234`; shortened to three digits from 10,000 on if `short` is asked for: `12.3k`. */
export function formatCount(value: number | bigint, form: 'exact' | 'short' = 'exact'): string {
  if (form === 'exact' || Math.abs(Number(value)) < 10_000) return exact.format(value);
  return scaled(Number(value), ['', 'k', 'M', 'G', 'T', 'P', 'E'], '');
}

/** A number of bytes with decimal units: `512 B`, `1.24 MB`. */
export function formatBytes(value: number | bigint): string {
  return scaled(Number(value), ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'], ' ');
}

/** A share between 0 and 1: `12.3%`. What is not nothing is never shown as nothing, and what is not all never as all. */
export function formatPercent(share: number): string {
  if (!Number.isFinite(share)) return '';
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  if (percent > 99.9 && percent < 100) return '>99.9%';
  return `${exact.format(Number(percent.toFixed(Math.abs(percent) < 100 ? 1 : 0)))}%`;
}

/** An amount of US dollars, which the service sends as a decimal text: `$1,234.50`; two significant digits below a cent: `$0.00042`. */
export function formatCost(cost: number | string): string {
  const usd = Number(cost);
  if (!Number.isFinite(usd)) return '';
  if (usd < 0) return `−${formatCost(-usd)}`;
  if (usd === 0 || usd >= 0.01) return `$${dollars.format(usd)}`;
  return usd < 0.000001 ? '<$0.000001' : `$${exact.format(Number(usd.toPrecision(2)))}`;
}

function toTwoUnits(seconds: number): string {
  // Rounded to the smaller of the two units first, so that 59.6 minutes become an hour.
  const step =
    [1, 60, 3600].find((size, index) => Math.round(seconds / size) * size < (LONG_UNITS[index + 1]?.[1] ?? Infinity)) ??
    1;
  const rounded = Math.round(seconds / step) * step;
  const index = Math.max(
    LONG_UNITS.findLastIndex(([, size]) => rounded >= size),
    0,
  );
  const [name, size] = LONG_UNITS[index] ?? LONG_UNITS[0];
  const [smallName, smallSize] = LONG_UNITS[index - 1] ?? (['s', 1] as const);
  const whole = Math.floor(rounded / size);
  const rest = Math.round((rounded - whole * size) / smallSize);
  return `${exact.format(whole)} ${name}${rest === 0 ? '' : ` ${rest} ${smallName}`}`;
}

function scaled(value: number, units: readonly string[], gap: string): string {
  if (!Number.isFinite(value)) return '';
  if (value < 0) return `−${scaled(-value, units, gap)}`;
  for (const [index, unit] of units.entries()) {
    const shown = threeDigits(value / 1000 ** index);
    if (Number(shown) < 1000 || index === units.length - 1) return `${shown}${gap}${unit}`;
  }
  return '';
}

/** Three significant digits without trailing zeros; more before the point stay. */
function threeDigits(value: number): string {
  if (value >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}
