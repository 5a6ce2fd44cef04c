import { failed } from '../../errors.js';
import { isInfinite, KahanSum } from '../../numbers/kahan.js';
import type { RangeFunction, Window } from './window.js';

/** The line through the samples with the least squares: its slope per second, and its value at a time. */
function regression(window: Window, time: number): { readonly slope: number; readonly value: number } {
  const [sumX, sumY, sumXY, sumXX] = [new KahanSum(), new KahanSum(), new KahanSum(), new KahanSum()];
  const initial = window.value(window.first);
  let isConstant = true;
  for (let index = window.first; index < window.end; index++) {
    const y = window.value(index);
    const x = (window.time(index) - time) / 1_000;
    if (index > window.first && y !== initial) isConstant = false;
    sumX.add(x);
    sumY.add(y);
    sumXY.add(x * y);
    sumXX.add(x * x);
  }
  if (isConstant) return isInfinite(initial) ? { slope: NaN, value: NaN } : { slope: 0, value: initial };
  const count = window.length;
  const [x, y, xy, xx] = [sumX, sumY, sumXY, sumXX].map(({ sum, compensation }) => sum + compensation);
  const slope = (xy - (x * y) / count) / (xx - (x * x) / count);
  return { slope, value: y / count - (slope * x) / count };
}

export const derivative: RangeFunction = (window) =>
  window.length < 2 ? undefined : regression(window, window.time(window.first)).slope;

export const predict: RangeFunction = (window) => {
  if (window.length < 2) return undefined;
  const { slope, value } = regression(window, window.now);
  return slope * window.args[0] + value;
};

/** Smooths the values and their trend, each by its factor. */
export const smoothTrend: RangeFunction = (window) => {
  const [smoothing, trending] = window.args;
  checkFactor('smoothing', 'sf', smoothing);
  checkFactor('trend', 'tf', trending);
  if (window.length < 2) return undefined;
  let previous = 0;
  let smooth = window.value(window.first);
  let trend = window.value(window.first + 1) - smooth;
  for (let index = window.first + 1; index < window.end; index++) {
    if (index > window.first + 1) trend = trending * (smooth - previous) + (1 - trending) * trend;
    const next = smoothing * window.value(index) + (1 - smoothing) * (smooth + trend);
    previous = smooth;
    smooth = next;
  }
  return smooth;
};

function checkFactor(name: string, short: string, factor: number): void {
  if (factor > 0 && factor < 1) return;
  throw failed(`invalid ${name} factor. Expected: 0 < ${short} < 1, got: ${factor.toFixed(6)}`);
}
