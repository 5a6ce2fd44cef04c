import { isInfinite, KahanSum } from '../../numbers/kahan.js';
import type { RangeFunction } from './window.js';

/** The rules of quadrature: the value at the left of each interval, at the right, or the average of both. */
export const STRATEGIES = [0, 1, 2] as const;
const TRAPEZOIDAL = 2;

/** The area under the values in units times seconds. NaN counts as 0. */
export const integral: RangeFunction = (window) => {
  const wanted = window.args.length > 0 ? window.args[0] : TRAPEZOIDAL;
  const strategy = STRATEGIES.find((one) => one === wanted) ?? TRAPEZOIDAL;
  const total = new KahanSum();
  for (let index = window.first + 1; index < window.end; index++) {
    const left = zeroForNaN(window.value(index - 1));
    const right = zeroForNaN(window.value(index));
    const seconds = (window.time(index) - window.time(index - 1)) / 1_000;
    const [height, rest] = strategy === 0 ? [left, 0] : strategy === 1 ? [right, 0] : middle(left, right);
    if (height === 0 && rest === 0) continue;
    total.compensation += rest * seconds;
    total.add(height * seconds);
  }
  return total.value;
};

/** The average of two values, and what its addition lost. */
function middle(left: number, right: number): [number, number] {
  const sum = new KahanSum();
  sum.add(left);
  sum.add(right);
  if (!isInfinite(sum.sum) || isInfinite(left) || isInfinite(right)) return [sum.sum / 2, sum.compensation / 2];
  const halves = new KahanSum();
  halves.add(left / 2);
  halves.add(right / 2);
  return [halves.sum, halves.compensation];
}

function zeroForNaN(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}
