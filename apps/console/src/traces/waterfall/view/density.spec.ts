import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildTree } from '../model/build-tree.js';
import { anySpans, toTrace } from '../model/testing/traces.js';
import { FLAG, hasFlag } from '../model/trace-tree.js';
import { VisibleRows } from '../model/visible-rows.js';
import { toDensity } from './density.js';

const [WIDTH, HEIGHT] = [37, 16];

describe('density of the minimap', () => {
  it('counts the spans of each pixel', () => {
    fc.assert(
      fc.property(anySpans, fc.constantFrom(0.4, 1, 3), (spans, rowHeight) => {
        const tree = buildTree(toTrace(spans));
        const rows = new VisibleRows(tree);
        const density = toDensity({ tree, rows }, WIDTH, HEIGHT, rowHeight);
        const expected = new Int32Array(WIDTH * HEIGHT);
        for (let row = 0; row < rows.length; row++) {
          const node = rows.nodeAt(row);
          if (hasFlag(tree, node, FLAG.marker)) continue;
          const toX = (ns = 0): number => (ns * WIDTH) / tree.durationNs;
          const from = Math.min(WIDTH - 1, Math.floor(toX(tree.start[node])));
          const top = Math.min(HEIGHT - 1, Math.floor(row * rowHeight));
          for (let y = top; y < Math.max(top + 1, Math.floor((row + 1) * rowHeight)) && y < HEIGHT; y++)
            for (let x = from; x < Math.max(from + 1, Math.ceil(toX(tree.end[node]))) && x < WIDTH; x++)
              expected[y * WIDTH + x] = (expected[y * WIDTH + x] ?? 0) + 1;
        }
        const counted = Int32Array.from(
          expected,
          (_, at) => density.spans[Math.floor(at / WIDTH) * (WIDTH + 1) + (at % WIDTH)] ?? 0,
        );
        assert.deepEqual([...counted], [...expected]);
        assert.equal(density.most, Math.max(0, ...expected));
        assert.ok(density.errors.every((count, at) => count <= (density.spans[at] ?? 0)));
      }),
    );
  });
});
