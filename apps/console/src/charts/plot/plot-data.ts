import { selectedBy, type Cursor } from '../parts/cursor.js';
import type { Tone } from '../parts/tones.js';
import { niceTop, type Kind } from '../scale.js';

/** A line of a chart. */
export interface PlotSeries {
  readonly name: string;
  readonly tone: Tone;
  /** A value for each time, undefined where nothing is known. */
  readonly values: readonly (number | undefined)[];
}

const MOST_LINES = 5;
/** Orders of magnitude that a logarithmic axis shows at least. */
const LEAST_DECADES = 1;

/** The extent of the values of series that are shown; undefined if there are none. */
export function extentOf(
  series: readonly PlotSeries[],
  hidden: ReadonlySet<string>,
): { readonly least: number; readonly leastPositive: number; readonly greatest: number } | undefined {
  let [least, leastPositive, greatest] = [Infinity, Infinity, -Infinity];
  for (const { name, values } of series) {
    if (hidden.has(name)) continue;
    for (const value of values) {
      if (value === undefined || !Number.isFinite(value)) continue;
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
      if (value > 0) leastPositive = Math.min(leastPositive, value);
    }
  }
  return greatest === -Infinity ? undefined : { least, leastPositive, greatest };
}

/** The range of the value axis: it includes zero, or whole powers of ten if it is logarithmic. */
export function valueRange(
  series: readonly PlotSeries[],
  hidden: ReadonlySet<string>,
  kind: Kind,
  isLogarithmic: boolean,
): readonly [least: number, greatest: number] {
  const extent = extentOf(series, hidden);
  if (extent === undefined) return isLogarithmic ? [1, 10] : [0, 1];
  const { least, leastPositive, greatest } = extent;
  if (!isLogarithmic) {
    const top = greatest > 0 ? niceTop(greatest, MOST_LINES, kind) : 0;
    const bottom = least < 0 ? -niceTop(-least, MOST_LINES, kind) : 0;
    return top === bottom ? [0, 1] : [bottom, top];
  }
  if (!(greatest > 0)) return [1, 10];
  const first = Math.floor(Math.log10(leastPositive) + 1e-9);
  const last = Math.max(Math.ceil(Math.log10(greatest) - 1e-9), first + LEAST_DECADES);
  return [10 ** first, 10 ** last];
}

/** Describes the values of the series at a time for a screen reader. */
export function describePoint(
  time: string,
  series: readonly PlotSeries[],
  index: number,
  format: (value: number) => string,
): string {
  const values = series.map(({ name, values }) => {
    const value = values[index];
    return `${name} ${value === undefined ? 'not known' : format(value)}`;
  });
  return `${time}: ${values.join(', ')}`;
}

/** The times from one end of the selection to the other; a single time stands for the space to its neighbours. */
export function rangeAround(
  times: readonly number[],
  cursor: Cursor,
): readonly [startMs: number, endMs: number] | undefined {
  const [first, last] = selectedBy(cursor);
  const reach = first === last ? 1 : 0;
  const [from, to] = [times[first - reach] ?? times[first], times[last + reach] ?? times[last]];
  return from !== undefined && to !== undefined && from < to ? [from, to] : undefined;
}

/** The time from which on a chart shows what may still change: that of the value before the first open one, where its line begins. */
export function unfinishedSince(times: readonly number[], openMs: number | undefined): number | undefined {
  const first = openMs === undefined ? -1 : times.findIndex((ms) => ms >= openMs);
  return times[first - 1] ?? times[first];
}

/** Indices of values without a known neighbour: no line leads to them. */
export function isolatedIndexes(values: readonly (number | undefined)[]): number[] {
  return values.flatMap((value, nth) =>
    value !== undefined && values[nth - 1] === undefined && values[nth + 1] === undefined ? [nth] : [],
  );
}

/** The figures of a line in a legend; all undefined if no value is known. */
export interface Summary {
  readonly last: number | undefined;
  readonly least: number | undefined;
  readonly mean: number | undefined;
  readonly greatest: number | undefined;
}

/** The last, the least, the mean and the greatest of the known values of a line. */
export function summarize(values: PlotSeries['values']): Summary {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return { last: undefined, least: undefined, mean: undefined, greatest: undefined };
  let [least, greatest, sum] = [Infinity, -Infinity, 0];
  for (const value of known) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    sum += value;
  }
  return { last: known.at(-1), least, mean: sum / known.length, greatest };
}
