import assert from 'node:assert/strict';
import { cutPage, pageLimit } from './page.js';

describe('a page', () => {
  it('uses the default size if none is requested, and never more than the maximum', () => {
    const limits = { default: 50, max: 100 };
    assert.equal(pageLimit(undefined, limits), 50);
    assert.equal(pageLimit(1, limits), 1);
    assert.equal(pageLimit(100, limits), 100);
    assert.equal(pageLimit(101, limits), 100);
  });

  it('returns a cursor exactly if more rows follow', () => {
    const cursorAfter = (row: number): string => `after ${row}`;
    assert.deepEqual(cutPage([], 2, cursorAfter), { rows: [], pagination: { hasMore: false } });
    assert.deepEqual(cutPage([1, 2], 2, cursorAfter), { rows: [1, 2], pagination: { hasMore: false } });
    assert.deepEqual(cutPage([1, 2, 3], 2, cursorAfter), {
      rows: [1, 2],
      pagination: { hasMore: true, nextCursor: 'after 2' },
    });
  });
});
