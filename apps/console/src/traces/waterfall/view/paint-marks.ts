import { FLAG, hasFlag } from '../model/trace-tree.js';
import type { Scene } from './scene.js';

/** Height of the line of the critical path, and width of a mark. */
const LINE = 3;
const MARK = 2;

/** Paints what lies on a bar: the critical path below it, its logs as ticks, and a mark at its start for an error. */
export function paintMarks(
  context: CanvasRenderingContext2D,
  width: number,
  { state, marks, colors }: Scene,
  node: number,
  top: number,
  height: number,
): void {
  const { viewport, tree, snapshot } = state;
  const toX = (ns: number): number => Math.max(-9, Math.min(width + 9, viewport.toShare(ns) * width));
  if (snapshot.showsCritical) {
    context.fillStyle = colors.text;
    for (const { startNs, endNs } of marks.critical.get(node) ?? []) {
      const from = toX(startNs);
      context.fillRect(from, top + height, Math.max(1, toX(endNs) - from), LINE);
    }
  }
  let lastX = -Infinity;
  for (const { atNs, level } of marks.logs.get(node) ?? []) {
    const x = Math.round(toX(atNs));
    // Thousands of logs of one span share pixels.
    if (x === lastX) continue;
    lastX = x;
    context.fillStyle = colors.surface;
    context.fillRect(x - 1, top - 1, MARK + 2, height + 2);
    context.fillStyle = colors.levels.get(level) ?? colors.muted;
    context.fillRect(x, top - 1, MARK, height + 2);
  }
  if (!hasFlag(tree, node, FLAG.error)) return;
  const x = Math.max(0, toX(tree.start[node] ?? 0));
  context.fillStyle = colors.surface;
  context.fillRect(x, top - 1, 6, height + 2);
  context.fillStyle = colors.danger;
  context.fillRect(x, top - 1, 4, height + 2);
}
