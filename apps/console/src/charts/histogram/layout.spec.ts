import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bucketAt, layOut, rangeBetween, totalOf, WIDTH, type Bucket } from './layout.js';

const VIEW = { startMs: 0, endMs: 100, height: 80 };
const buckets = (...counts: (readonly number[] | undefined)[]): Bucket[] =>
  counts.map((each, nth) => ({ startMs: nth * 10, endMs: (nth + 1) * 10, counts: each }));

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const barsOf = (path: string): Bar[] =>
  [...path.matchAll(/M(\S+) (\S+)h(\S+)v(\S+)h\S+z/g)].map(([, ...numbers]) => {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
    return { x, y, width, height };
  });

describe('layout of a histogram', () => {
  it('stacks the series of a bucket from the bottom, in their order', () => {
    const { paths, top } = layOut(buckets([1, 3]), 2, VIEW);
    assert.equal(top, 4);
    assert.deepEqual(paths.map(barsOf), [
      [{ x: 0, y: 60, width: 88, height: 20 }],
      [{ x: 0, y: 0, width: 88, height: 60 }],
    ]);
  });

  it('shows unknown buckets as gaps, and empty ones as nothing', () => {
    const { paths, gaps } = layOut(buckets([1], undefined, undefined, [0], undefined), 1, VIEW);
    assert.deepEqual(gaps, [
      { x: 100, width: 200 },
      { x: 400, width: 100 },
    ]);
    assert.equal(barsOf(paths[0] ?? '').length, 1);
  });

  it('shows a count of one beside one of a million', () => {
    const [path = ''] = layOut(buckets([1], [1_000_000]), 1, VIEW).paths;
    assert.ok(barsOf(path).every(({ height }) => height >= 1.5));
  });

  it('draws lines only at whole counts', () => {
    assert.deepEqual(layOut(buckets([1]), 1, VIEW).lines, [{ count: 1, y: 0 }]);
    assert.deepEqual(
      layOut(buckets([93]), 1, VIEW).lines.map(({ count }) => count),
      [50, 100],
    );
    assert.deepEqual(layOut(buckets([0]), 1, VIEW).lines, []);
  });

  it('keeps bars within the picture, in proportion to their counts', () => {
    const counts = fc.option(fc.array(fc.nat(1_000), { minLength: 3, maxLength: 3 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(counts, { minLength: 1, maxLength: 10 }), (all) => {
        const given = buckets(...all);
        const { paths, top } = layOut(given, 3, VIEW);
        assert.ok(given.every((bucket) => totalOf(bucket) <= top));
        paths.forEach((path, nth) => {
          const known = given.filter((bucket) => (bucket.counts?.[nth] ?? 0) > 0);
          const bars = barsOf(path);
          assert.equal(bars.length, known.length);
          bars.forEach(({ x, y, width, height }, which) => {
            assert.ok(x >= 0 && x + width <= WIDTH && y >= -4.51 && y + height <= VIEW.height + 0.01);
            const expected = ((known[which]?.counts?.[nth] ?? 0) / top) * VIEW.height;
            assert.ok(Math.abs(height - Math.max(expected, 1.5)) < 0.01);
          });
        });
      }),
    );
  });

  it('finds the bucket under each place', () => {
    const given = buckets([1], [2], undefined);
    assert.deepEqual(
      [0, 0.05, 0.1, 0.29, 0.3, 1].map((part) => bucketAt(given, 0, 100, part)),
      [0, 0, 1, 2, -1, -1],
    );
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.299, noNaN: true }), (part) => {
        const found = given[bucketAt(given, 0, 100, part)];
        assert.ok(found && found.startMs <= part * 100 && part * 100 < found.endMs);
      }),
    );
  });

  it('extends what is dragged to whole buckets, in either direction', () => {
    const given = buckets([1], [2], undefined);
    assert.deepEqual(rangeBetween(given, 0, 100, [0.05, 0.12]), [0, 20]);
    assert.deepEqual(rangeBetween(given, 0, 100, [0.12, 0.05]), [0, 20]);
    assert.deepEqual(rangeBetween(given, 0, 100, [0.25, 0.9]), [20, 90]);
    assert.deepEqual(rangeBetween([], 0, 100, [-1, 2]), [0, 100]);
  });
});
