import type { Point } from '../layout/lay-out.js';

/** A smooth line through points, as the data of a path: it leaves and reaches each point horizontally. */
export function toCurve(route: readonly Point[]): string {
  return route
    .map(({ x, y }, nth) => {
      const before = route[nth - 1];
      if (!before) return `M${round(x)} ${round(y)}`;
      // The points of a bend are on one line.
      if (before.y === y) return `H${round(x)}`;
      const middle = round((before.x + x) / 2);
      return `C${middle} ${round(before.y)} ${middle} ${round(y)} ${round(x)} ${round(y)}`;
    })
    .join('');
}

/** The middle of the part of a line that is in the middle: an inner part is next to no node, so that a text has space there. */
export function middleOf(route: readonly Point[]): Point {
  const first = Math.max(0, Math.floor(route.length / 2) - 1);
  const [from, to] = [route[first] ?? { x: 0, y: 0 }, route[first + 1] ?? route[first] ?? { x: 0, y: 0 }];
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
