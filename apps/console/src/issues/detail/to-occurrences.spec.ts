import assert from 'node:assert/strict';
import { toOccurrences } from './to-occurrences.js';

describe('The errors of an issue over time', () => {
  it('are bars of the width of the interval, the last of which ends with the range', () => {
    const points = [
      { timestamp: '2026-11-01T10:00:00Z', count: 2 },
      { timestamp: '2026-11-01T10:05:00Z', count: 0 },
    ];
    const end = Date.parse('2026-11-01T10:07:00Z');
    const buckets = toOccurrences({ interval: '5m', total: 2, points }, end);
    assert.deepEqual(
      buckets.map(({ startMs, endMs, counts }) => [(endMs - startMs) / 60_000, counts]),
      [
        [5, [2]],
        [2, [0]],
      ],
    );
  });
});
