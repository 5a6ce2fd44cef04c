import { FLAG, hasFlag } from '../model/trace-tree.js';
import type { WaterfallState } from '../state/waterfall-state.js';

/** The numbers of spans, and of spans with an error, on each pixel of the minimap. Rows go down, the time of the whole trace goes right. */
export interface Density {
  readonly width: number;
  readonly height: number;
  readonly spans: Int32Array;
  readonly errors: Int32Array;
  readonly most: number;
}

/** Counts in one pass over the rows and one over the pixels, whatever the durations. */
export function toDensity(
  { tree, rows }: Pick<WaterfallState, 'tree' | 'rows'>,
  width: number,
  height: number,
  rowHeight: number,
): Density {
  // Each line has one more cell, in which the spans that last to the end of the trace end.
  const line = width + 1;
  const spans = new Int32Array(line * height);
  const errors = new Int32Array(line * height);
  const scale = width / tree.durationNs;
  for (let row = 0; row < rows.length; row++) {
    const node = rows.nodeAt(row);
    if (hasFlag(tree, node, FLAG.marker)) continue;
    const from = Math.min(width - 1, Math.floor((tree.start[node] ?? 0) * scale));
    const to = Math.min(width, Math.max(from + 1, Math.ceil((tree.end[node] ?? 0) * scale)));
    const top = Math.min(height - 1, Math.floor(row * rowHeight));
    const bottom = Math.min(height, Math.max(top + 1, Math.floor((row + 1) * rowHeight)));
    for (let y = top; y < bottom; y++) {
      for (const counts of hasFlag(tree, node, FLAG.error) ? [spans, errors] : [spans]) {
        counts[y * line + from] = (counts[y * line + from] ?? 0) + 1;
        counts[y * line + to] = (counts[y * line + to] ?? 0) - 1;
      }
    }
  }
  let most = 0;
  for (let y = 0; y < height; y++) {
    for (let cell = y * line + 1; cell < (y + 1) * line; cell++) {
      spans[cell] = (spans[cell] ?? 0) + (spans[cell - 1] ?? 0);
      errors[cell] = (errors[cell] ?? 0) + (errors[cell - 1] ?? 0);
      most = Math.max(most, spans[cell - 1] ?? 0);
    }
  }
  return { width, height, spans, errors, most };
}
