import assert from 'node:assert/strict';
import { findChangePoint } from '../statistics/change-point.js';
import { earliestOnset, planWindows, WEEK_MS } from './plan-windows.js';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-29T12:00:42Z');

describe('the windows of an investigation', () => {
  it.each([1, 5, 9, 10, 60, 180, 24 * 60, 7 * 24 * 60, 30 * 24 * 60])(
    'of %d minutes have whole and not too many buckets',
    (minutes) => {
      for (const end of [NOW, NOW + 90_000, NOW - 600_000]) {
        const scope = { window: { start: NOW - 600_000 - minutes * MINUTE, end }, isWindowGiven: false, services: [] };
        const { all, symptom, weekBefore, bucketMs } = planWindows(scope, NOW);
        for (const at of [all.start, all.end, symptom.start, weekBefore.start]) assert.equal(at % bucketMs, 0);
        assert.ok(all.end <= NOW, 'the last bucket is over');
        assert.ok((all.end - all.start) / bucketMs <= 310);
        assert.ok(symptom.start < symptom.end && earliestOnset(all, bucketMs) < all.end);
        assert.equal(WEEK_MS % bucketMs, 0);
      }
    },
  );

  it('begin at no change that only the last two buckets show', () => {
    const steady = Array.from({ length: 30 }, (_, index) => 100 + (index % 3));
    assert.equal(findChangePoint([...steady, 0, 0, 0], 1)?.index, 30);
    assert.ok(Number(findChangePoint([...steady, 0], 1)?.index) <= 28);
  });
});
