import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SpanOutline } from '../../../gen/api.js';
import { buildTree } from './build-tree.js';
import { anySpans, chain, span, toTrace } from './testing/traces.js';
import { FLAG, countFlag, hasFlag, toName } from './trace-tree.js';

const build = (spans: readonly SpanOutline[]) => buildTree(toTrace(spans));

describe('buildTree', () => {
  it('keeps the start of the trace exact to the nanosecond', () => {
    assert.equal(build([]).baseNs, 1_793_521_800_123_456_789n);
    assert.equal(build([]).length, 0);
  });

  it('orders children by start, then by ID', () => {
    const tree = build([span('r', undefined, 0, 9), span('b', 'r', 5, 1), span('a', 'r', 5, 1), span('z', 'r', 1, 1)]);
    assert.deepEqual(tree.ids, ['r', 'z', 'a', 'b']);
    assert.deepEqual([...tree.depth], [0, 1, 1, 1]);
  });

  it('puts spans without their parent below one marker for each missing parent', () => {
    const tree = build([
      span('r', undefined, 0, 9),
      span('a', 'gone', 2, 3),
      span('b', 'gone', 4, 5),
      span('c', 'a', 2, 1),
    ]);
    assert.deepEqual(tree.ids, ['r', 'gone', 'a', 'c', 'b']);
    assert.deepEqual([...tree.depth], [0, 0, 1, 2, 1]);
    assert.equal(toName(tree, 1), 'Missing parent');
    assert.deepEqual([tree.start[1], tree.end[1]], [2, 9]);
    assert.ok(hasFlag(tree, 1, FLAG.marker) && hasFlag(tree, 2, FLAG.orphan) && !hasFlag(tree, 3, FLAG.orphan));
    assert.deepEqual([tree.spanCount, tree.length], [4, 5]);
  });

  it('breaks cycles and spans that are their own parent at the earliest span, and marks it', () => {
    const tree = build([span('x', 'x', 9, 1), span('a', 'c', 5, 1), span('b', 'a', 2, 1), span('c', 'b', 3, 1)]);
    assert.deepEqual(tree.ids, ['b', 'c', 'a', 'x']);
    assert.deepEqual([...tree.depth], [0, 1, 2, 0]);
    assert.equal(countFlag(tree, FLAG.cycle), 2);
  });

  it('marks a child that starts before its parent, and leaves its time as it is', () => {
    const tree = build([span('r', undefined, 5, 9), span('early', 'r', 1, 2)]);
    assert.deepEqual(tree.ids, ['r', 'early']);
    assert.ok(hasFlag(tree, 1, FLAG.skew));
    assert.equal(tree.start[1], 1);
  });

  it('gives the children of a repeated ID to the first span that has it', () => {
    const tree = build([span('a', undefined, 0, 9), span('a', undefined, 1, 1), span('c', 'a', 2, 1)]);
    assert.deepEqual([...tree.parent], [-1, 0, -1]);
    assert.deepEqual([...tree.flags], [0, 0, FLAG.duplicate]);
    assert.equal(tree.nodeOf('a'), 0);
  });

  it('builds a chain of 2,000 spans without recursion', () => {
    const tree = build(chain(2_000));
    assert.equal(tree.depth[1_999], 1_999);
    assert.equal(tree.size[0], 1_999);
  });

  it('agrees with a recursive walk on any spans', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const tree = build(spans);
        assert.equal(tree.spans.filter((each) => each !== undefined).length, spans.length);
        const children = (node: number): number[] =>
          [...tree.parent.keys()]
            .filter((child) => tree.parent[child] === node)
            .sort((a, b) => (tree.start[a] ?? 0) - (tree.start[b] ?? 0) || compare(tree.ids[a], tree.ids[b]) || a - b);
        const seen: number[] = [];
        const visit = (node: number, depth: number): number => {
          assert.equal(seen.push(node) - 1, node);
          assert.equal(tree.depth[node], depth);
          const size = children(node).reduce((total, child) => total + 1 + visit(child, depth + 1), 0);
          assert.equal(tree.size[node], size);
          assert.equal(tree.self[node], naiveSelf(tree, node, children(node)));
          return size;
        };
        for (const root of children(-1)) visit(root, 0);
        assert.equal(seen.length, tree.length);
      }),
    );
  });

  it('keeps the parent of every span whose parent is in the trace, unless it breaks a cycle there', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const tree = build(spans);
        for (const [node, each] of tree.spans.entries()) {
          if (each === undefined || hasFlag(tree, node, FLAG.cycle)) continue;
          assert.equal(tree.ids[tree.parent[node] ?? -1], each.parent);
          assert.equal(
            hasFlag(tree, node, FLAG.orphan),
            each.parent !== undefined && !spans.some(({ id }) => id === each.parent),
          );
        }
      }),
    );
  });
});

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Counts the unit steps of the span that no child covers. */
function naiveSelf({ start, end }: ReturnType<typeof build>, node: number, children: readonly number[]): number {
  let self = 0;
  for (let at = start[node] ?? 0; at < (end[node] ?? 0); at++)
    if (!children.some((child) => (start[child] ?? 0) <= at && at < (end[child] ?? 0))) self++;
  return self;
}
