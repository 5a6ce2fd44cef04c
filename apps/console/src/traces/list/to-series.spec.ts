import assert from 'node:assert/strict';
import { nameBucket, toCounts, toPercentiles } from './to-series.js';

const POINTS = [
  { timestamp: '2026-11-01T08:00:00Z', count: 5, error_count: 2, p50_ms: 10, p95_ms: 20, p99_ms: 30 },
  { timestamp: '2026-11-01T08:01:00Z', count: 0, error_count: 0, p50_ms: null, p95_ms: null, p99_ms: null },
];
const START_MS = Date.parse('2026-11-01T08:00:00Z');

describe('charts of spans', () => {
  it('stack the failed spans on the others', () => {
    assert.deepEqual(toCounts(POINTS, 60_000), [
      { startMs: START_MS, endMs: START_MS + 60_000, counts: [3, 2] },
      { startMs: START_MS + 60_000, endMs: START_MS + 120_000, counts: [0, 0] },
    ]);
    assert.deepEqual(toCounts([{ ...POINTS[1], count: 1, error_count: 0, timestamp: 'later' } as never], 1), []);
  });

  it('have no percentile where there are no spans', () => {
    const { times, series } = toPercentiles(POINTS);
    assert.deepEqual(times, [START_MS, START_MS + 60_000]);
    assert.deepEqual(
      series.map(({ name, values }) => [name, ...values]),
      [
        ['p50', 10, undefined],
        ['p95', 20, undefined],
        ['p99', 30, undefined],
      ],
    );
  });

  it('name ranges of durations by both ends', () => {
    assert.equal(nameBucket({ from_ms: 0.5, to_ms: 1, count: 1 }), '500 µs – 1 ms');
    assert.equal(nameBucket({ from_ms: 60_000, count: 1 }), 'from 1 min');
  });
});
