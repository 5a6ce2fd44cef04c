import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SeenIds } from './seen-ids.js';

const ids = fc.array(fc.integer({ min: -5, max: 60 }), { maxLength: 60 });

describe('the IDs of nodes that were seen', () => {
  it('are the same after they were kept as ranges, however often', () => {
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 4 }), (chunks) => {
        let ranges: number[] = [];
        for (const chunk of chunks) {
          const seen = new SeenIds(ranges);
          for (const id of chunk) seen.add(id);
          ranges = seen.toRanges();
        }
        const expected = new Set(chunks.flat());
        const seen = new SeenIds(ranges);
        for (let id = -10; id < 70; id++) assert.equal(seen.has(id), expected.has(id), String(id));
        assert.deepEqual(
          ranges,
          ranges.toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('are one range for the nodes of a page', () => {
    const seen = new SeenIds([1, 4]);
    for (const id of [7, 6, 5, 9]) seen.add(id);
    assert.deepEqual(seen.toRanges(), [1, 7, 9, 9]);
  });
});
