import { Labels } from '../labels/labels.js';
import type { RawSeries } from '../source/source.js';
import type { MatrixSelector, Subquery } from '../syntax/ast.js';
import { fixedTime, offsetOf, rangeOf } from './durations.js';
import { load } from './load.js';
import { timeAt, type Scope } from './session.js';
import { seriesOf, type Samples, type Series } from './value.js';

/** Samples of series, and the ranges of them that an argument means at each instant. */
export interface Ranges {
  readonly samples: readonly Samples[];
  /** Milliseconds. */
  readonly range: number;
  /** Milliseconds beyond the ends of the range whose samples are looked at as well. */
  readonly before: number;
  readonly beyond: number;
  /** Whether all instants have the same range. */
  readonly isFixed: boolean;
  /** The time at which the range ends. */
  readonly end: (step: number) => number;
}

/** Finds the ranges of a selector without reading its samples. */
export function rangesOf(scope: Scope, { selector, range }: MatrixSelector): Omit<Ranges, 'samples'> {
  const { grid, bounds, settings } = scope;
  const offset = offsetOf(selector.offset, bounds);
  const fixed = fixedTime(selector.at, bounds);
  return {
    range: rangeOf(range, bounds),
    before: selector.extension === undefined ? 0 : settings.lookback,
    beyond: selector.extension === 'smoothed' ? settings.lookback : 0,
    isFixed: fixed !== undefined,
    end: (step) => (fixed ?? timeAt(grid, step)) - offset,
  };
}

/** Reads the samples of a selector of ranges. */
export async function loadRanges(scope: Scope, matrix: MatrixSelector): Promise<Ranges> {
  const ranges = rangesOf(scope, matrix);
  const after = ranges.end(0) - ranges.range - ranges.before;
  const until = ranges.end(scope.grid.count - 1) + ranges.beyond;
  const samples: Samples[] = [];
  for (const raw of await load(scope, { matchers: matrix.selector.matchers, after, until })) {
    samples.push(live(raw));
    if (scope.pacer.spend(raw.times.length)) await scope.pacer.pause();
  }
  return { ...ranges, samples };
}

/** Evaluates a subquery at the multiples of its step. */
export async function evaluateRanges(scope: Scope, subquery: Subquery): Promise<Ranges> {
  const { grid, bounds, settings } = scope;
  const offset = offsetOf(subquery.offset, bounds);
  const fixed = fixedTime(subquery.at, bounds);
  const range = rangeOf(subquery.range, bounds);
  const step = subquery.step ? rangeOf(subquery.step, bounds) : settings.subqueryStep;
  const end = (index: number) => (fixed ?? timeAt(grid, index)) - offset;
  const start = (Math.floor((end(0) - range) / step) + 1) * step;
  const last = end(grid.count - 1);
  const ranges = { range, before: 0, beyond: 0, isFixed: fixed !== undefined, end };
  if (last < start) return { ...ranges, samples: [] };
  const inner = { start, step, count: Math.floor((last - start) / step) + 1 };
  const value = await scope.evaluate(subquery.expr, { ...scope, grid: inner });
  const all = value.type === 'scalar' ? [whole(value.values)] : seriesOf(value);
  const samples: Samples[] = [];
  for (const series of all) {
    samples.push(gather(series, start, step));
    if (scope.pacer.spend(inner.count)) await scope.pacer.pause();
  }
  return { ...ranges, samples };
}

function whole(values: Float64Array): Series {
  return { labels: Labels.EMPTY, dropsName: false, values, present: new Uint8Array(values.length).fill(1) };
}

function gather({ labels, dropsName, values, present }: Series, start: number, step: number): Samples {
  const indexes = [...present.keys()].filter((index) => present[index]);
  const times = Float64Array.from(indexes, (index) => start + index * step);
  return { labels, dropsName, times, values: Float64Array.from(indexes, (index) => values[index]), starts: undefined };
}

function live({ labels, times, values, stale, starts }: RawSeries): Samples {
  if (!stale?.includes(1)) return { labels, dropsName: false, times, values, starts };
  const isLive = (_: number, index: number) => !stale[index];
  return {
    labels,
    dropsName: false,
    times: times.filter(isLive),
    values: values.filter(isLive),
    starts: starts?.filter(isLive),
  };
}
