import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assignLayers } from './assign-layers.js';
import { breakCycles } from './break-cycles.js';
import type { Link } from './graph.js';
import { layOut, NODE } from './lay-out.js';
import { spread, toOffsets } from './place-slots.js';

const graphs = fc.integer({ min: 1, max: 30 }).chain((count) => {
  const node = fc.integer({ min: 0, max: count - 1 });
  return fc.record({ count: fc.constant(count), links: fc.array(fc.tuple(node, node), { maxLength: 60 }) });
});

describe('the layout of a map', () => {
  it('has no two nodes over each other, and none outside', () => {
    fc.assert(
      fc.property(graphs, ({ count, links }) => {
        const { corners, width, height } = layOut(count, links);
        assert.equal(corners.length, count);
        corners.forEach((a, nth) => {
          assert.ok(a.x >= 0 && a.y >= 0 && a.x + NODE.width <= width && a.y + NODE.height <= height);
          for (const b of corners.slice(nth + 1))
            assert.ok(Math.abs(a.x - b.x) >= NODE.width || Math.abs(a.y - b.y) >= NODE.height);
        });
      }),
    );
  });

  it('leads each line from its source to its target', () => {
    fc.assert(
      fc.property(graphs, ({ count, links }) => {
        const { corners, routes } = layOut(count, links);
        routes.forEach((route, nth) => {
          const [from, to] = links[nth] ?? [0, 0];
          if (from === to) return assert.deepEqual(route, []);
          for (const [node, point] of [
            [from, route[0]],
            [to, route.at(-1)],
          ] as const) {
            const { x, y } = corners[node] ?? { x: 0, y: 0 };
            assert.ok(point && [x, x + NODE.width].includes(point.x));
            assert.equal(point.y, y + NODE.height / 2);
          }
          return undefined;
        });
      }),
    );
  });

  it('has callers on the left of what they call, if there are no cycles', () => {
    fc.assert(
      fc.property(graphs, ({ count, links }) => {
        const acyclic = links.filter(([from, to]) => from < to);
        const { corners } = layOut(count, acyclic);
        for (const [from, to] of acyclic) assert.ok((corners[from]?.x ?? 0) < (corners[to]?.x ?? 0));
      }),
    );
  });

  it('turns only links of cycles', () => {
    fc.assert(
      fc.property(graphs, ({ count, links }) => {
        const acyclic = links.filter(([from, to]) => from < to);
        assert.deepEqual(breakCycles(count, acyclic), acyclic);
        const layers = assignLayers(count, breakCycles(count, links));
        for (const [from, to] of breakCycles(count, links))
          if (from !== to) assert.ok((layers[from] ?? 0) < (layers[to] ?? 0));
      }),
    );
  });

  it('puts boxes where they are wished for, or beside each other around that place', () => {
    const spreadOf = (wishes: number[], heights: number[]): number[] => {
      const centers = Float64Array.from(wishes);
      spread(centers, toOffsets(heights));
      return [...centers];
    };
    assert.deepEqual(spreadOf([0, 100], [10, 10]), [0, 100]);
    assert.deepEqual(spreadOf([50, 50], [10, 10]), [45, 55]);
    assert.deepEqual(spreadOf([0, 60, 40], [10, 10, 10]), [0, 45, 55]);
    assert.deepEqual(spreadOf([9, 9, 9, 9], [2, 2, 2, 2]), [6, 8, 10, 12]);
  });

  it('draws a straight line for a chain', () => {
    const chain: Link[] = [
      [0, 1],
      [1, 2],
      [2, 3],
    ];
    assert.equal(new Set(layOut(4, chain).corners.map(({ y }) => y)).size, 1);
  });
});
