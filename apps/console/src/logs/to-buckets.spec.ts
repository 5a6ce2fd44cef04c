import assert from 'node:assert/strict';
import { SERIES, toBuckets } from './to-buckets.js';

describe('buckets of log records', () => {
  const at = '2026-11-01T08:00:00Z';

  it('stack levels in their order, with other values on top', () => {
    const groups = [
      { values: { level: 'error' }, count: 2, series: [{ timestamp: at, count: 2 }] },
      { values: { level: 'info' }, count: 5, series: [{ timestamp: at, count: 5 }] },
      { values: { level: '' }, count: 1, series: [{ timestamp: at, count: 1 }] },
    ];
    const rest = { group_count: 1, count: 3, series: [{ timestamp: at, count: 3 }] };
    const [bucket] = toBuckets({ groups, rest }, 60_000);
    assert.deepEqual(bucket, {
      startMs: Date.parse(at),
      endMs: Date.parse(at) + 60_000,
      counts: [0, 0, 5, 0, 2, 0, 4],
    });
    assert.equal(SERIES.length, 7);
  });

  it('come in the order of time', () => {
    const series = ['2026-11-01T09:00:00Z', at].map((timestamp) => ({ timestamp, count: 1 }));
    const starts = toBuckets({ groups: [{ values: { level: 'info' }, count: 2, series }] }, 1).map(
      ({ startMs }) => startMs,
    );
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    );
  });
});
