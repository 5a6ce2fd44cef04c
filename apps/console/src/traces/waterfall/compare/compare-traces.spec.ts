import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildTree } from '../model/build-tree.js';
import { anySpans, chain, span, toTrace } from '../model/testing/traces.js';
import { compareTraces, orderPaths, toPathNames } from './compare-traces.js';

const build = (spans: Parameters<typeof toTrace>[0]) => buildTree(toTrace(spans));

describe('compareTraces', () => {
  const before = build([
    span('r', undefined, 0, 100, 'GET /'),
    span('a', 'r', 0, 10, 'SELECT'),
    span('b', 'r', 20, 10, 'SELECT'),
    span('c', 'a', 0, 5, 'SELECT'),
    span('gone', 'r', 90, 5, 'render'),
  ]);
  const after = build([
    span('1', undefined, 0, 100, 'GET /'),
    span('2', '1', 0, 60, 'SELECT'),
    span('3', '1', 70, 10, 'charge'),
  ]);
  const paths = compareTraces(before, after);

  it('sums the spans of the same service, name and path of each trace', () => {
    assert.deepEqual(
      paths.map(({ name, depth, before: first, after: second, differenceNs }) => [
        name,
        depth,
        first,
        second,
        differenceNs,
      ]),
      [
        ['GET /', 0, { count: 1, totalNs: 100, selfNs: 75 }, { count: 1, totalNs: 100, selfNs: 30 }, -45],
        ['SELECT', 1, { count: 2, totalNs: 20, selfNs: 15 }, { count: 1, totalNs: 60, selfNs: 60 }, 45],
        ['SELECT', 2, { count: 1, totalNs: 5, selfNs: 5 }, undefined, -5],
        ['render', 1, { count: 1, totalNs: 5, selfNs: 5 }, undefined, -5],
        ['charge', 1, undefined, { count: 1, totalNs: 10, selfNs: 10 }, 10],
      ],
    );
  });

  it('orders by the size of the difference, or as the paths are', () => {
    assert.deepEqual(orderPaths(paths, 'difference'), [0, 1, 4, 2, 3]);
    assert.deepEqual(orderPaths(paths, 'path'), [0, 1, 2, 3, 4]);
  });

  it('leaves out the rows of missing parents, and keeps them in the paths of their spans', () => {
    const orphans = compareTraces(build([span('a', 'gone', 0, 5)]), build([]));
    assert.deepEqual(orderPaths(orphans, 'path'), [1]);
    assert.deepEqual(toPathNames(orphans, 1), ['Missing parent', 'a']);
  });

  it('names the end of a path, however long it is', () => {
    assert.deepEqual(toPathNames(paths, 2), ['GET /', 'SELECT', 'SELECT']);
    const deep = compareTraces(build(chain(2_000)), build([]));
    assert.deepEqual(toPathNames(deep, 1_999, 2), ['…', '1998', '1999']);
  });

  it('finds no difference between a trace and itself, and counts every span once', () => {
    fc.assert(
      fc.property(anySpans, anySpans, (spans, others) => {
        const [tree, other] = [build(spans), build(others)];
        for (const { differenceNs, before: first, after: second } of compareTraces(tree, tree)) {
          assert.equal(differenceNs, 0);
          assert.deepEqual(first, second);
        }
        const rows = compareTraces(tree, other);
        assert.equal(
          rows.reduce((total, row) => total + (row.before?.count ?? 0), 0),
          spans.length,
        );
        assert.equal(
          rows.reduce((total, row) => total + (row.after?.count ?? 0), 0),
          others.length,
        );
      }),
    );
  });
});
