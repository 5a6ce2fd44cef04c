import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildTree } from './build-tree.js';
import { nextError, similarSpans, spansInRange, spansOfService } from './choose.js';
import { sumSpans, toServiceTotals } from './sums.js';
import { anySpans, span, toTrace } from './testing/traces.js';

const FOUR = [span('r', undefined, 0, 100), span('a', 'r', 10, 20), span('b', 'r', 20, 30), span('c', 'r', 80, 5)];

describe('sums of selected spans', () => {
  it('gives count, sum, average, least, most and the time in which any of them ran', () => {
    assert.deepEqual(sumSpans(buildTree(toTrace(FOUR)), [1, 2, 3]), {
      count: 3,
      errors: 0,
      totalNs: 55,
      averageNs: 55 / 3,
      minNs: 5,
      maxNs: 30,
      wallNs: 45,
    });
  });

  it('gives nothing for no spans, and does not count markers', () => {
    const tree = buildTree(toTrace([span('a', 'gone', 0, 5)]));
    assert.equal(sumSpans(tree, []), undefined);
    assert.equal(sumSpans(tree, [0]), undefined);
    assert.equal(sumSpans(tree, [0, 1])?.count, 1);
  });

  it('counts each moment once in the time in which any span ran', () => {
    fc.assert(
      fc.property(anySpans, fc.array(fc.nat(40)), (spans, picks) => {
        const tree = buildTree(toTrace(spans));
        const nodes = picks.filter((node) => tree.spans[node] !== undefined);
        const busy = Array.from({ length: 100 }, (_, at) => at).filter((at) =>
          nodes.some((node) => (tree.start[node] ?? 0) <= at && at < (tree.end[node] ?? 0)),
        );
        assert.equal(sumSpans(tree, nodes)?.wallNs ?? 0, busy.length);
        assert.equal(sumSpans(tree, nodes)?.count ?? 0, new Set(nodes).size);
      }),
    );
  });
});

describe('choices of spans', () => {
  const tree = buildTree(
    toTrace([
      { ...span('r', undefined, 0, 100, 'GET /'), status: 'error' },
      span('a', 'r', 10, 20, 'SELECT'),
      { ...span('b', 'r', 40, 10, 'SELECT'), service: 'db', status: 'error' },
      span('c', 'r', 60, 0, 'SELECT'),
    ]),
  );

  it('finds spans of the same service and name, of a service, and of a range with both of its ends', () => {
    assert.deepEqual(similarSpans(tree, 1), [1, 3]);
    assert.deepEqual(spansOfService(tree, 1), [2]);
    assert.deepEqual(spansInRange(tree, 30, 40), [0, 1, 2]);
    assert.deepEqual(spansInRange(tree, 60, 60), [0, 3]);
  });

  it('goes to the next and previous error around the ends', () => {
    assert.deepEqual(
      [0, 1, 2].map((node) => nextError(tree, node, 1)),
      [2, 2, 0],
    );
    assert.deepEqual(
      [0, 1, 2].map((node) => nextError(tree, node, -1)),
      [2, 0, 0],
    );
    assert.equal(nextError(buildTree(toTrace([])), -1, 1), -1);
    assert.equal(nextError(buildTree(toTrace(FOUR)), 0, 1), -1);
  });

  it('totals each service once, the one with the most self time first', () => {
    assert.deepEqual(toServiceTotals(tree), [
      { service: 0, count: 3, errors: 1, selfNs: 90 },
      { service: 1, count: 1, errors: 1, selfNs: 10 },
    ]);
  });
});
