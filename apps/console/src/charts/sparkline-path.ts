/** A value, or undefined where nothing is known. */
export type SparkValue = number | undefined;

/** Width of the picture, which is stretched to that of its container. */
export const SPARK_WIDTH = 100;

/**
 * Returns the path of a line through values at equal distances. It is interrupted where nothing is known; a value between two such places
 * is a short stroke.
 *
 * @param height of the picture in pixels.
 */
export function sparkPath(values: readonly SparkValue[], height: number): string {
  const known = values.filter(isKnown);
  if (known.length === 0) return '';
  const [least, greatest] = extremes(known);
  const step = values.length > 1 ? SPARK_WIDTH / (values.length - 1) : 0;
  const yOf = (value: number): number =>
    greatest === least ? height / 2 : 1 + (height - 2) * (1 - (value - least) / (greatest - least));
  const parts: string[] = [];
  values.forEach((value, nth) => {
    if (!isKnown(value)) return;
    const place = `${round(nth * step)} ${round(yOf(value))}`;
    const isFirst = !isKnown(values[nth - 1]);
    parts.push(`${isFirst ? 'M' : 'L'}${place}`);
    if (isFirst && !isKnown(values[nth + 1])) parts.push('h0.01');
  });
  return parts.join('');
}

/** The first, last, least and greatest value in words. */
export function describeValues(values: readonly SparkValue[], format: (value: number) => string): string {
  const known = values.filter(isKnown);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return 'no values';
  const [least, greatest] = extremes(known);
  return `first ${format(first)}, last ${format(last)}, least ${format(least)}, greatest ${format(greatest)}`;
}

function isKnown(value: SparkValue): value is number {
  return value !== undefined && Number.isFinite(value);
}

function extremes(values: readonly number[]): readonly [least: number, greatest: number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  return [least, greatest];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
