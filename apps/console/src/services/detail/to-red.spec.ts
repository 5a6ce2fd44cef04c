import assert from 'node:assert/strict';
import type { RedBucket } from '../../gen/api.js';
import { sumRed, toRed } from './to-red.js';

const bucket = (minute: number, count: number, errors = 0): RedBucket => ({
  timestamp: new Date(minute * 60_000).toISOString(),
  complete: true,
  request_count: count,
  request_rate: count / 60,
  error_count: errors,
  error_rate: count === 0 ? 0 : errors / count,
  avg_duration_ms: 5,
  p50_duration_ms: 4,
  p95_duration_ms: 9,
  p99_duration_ms: 10,
  estimated: false,
});

describe('rate, errors and duration over time', () => {
  it('are lines of one length', () => {
    const { times, rate, errors, durations } = toRed([bucket(0, 60, 6), bucket(1, 120)]);
    assert.deepEqual(times, [0, 60_000]);
    assert.deepEqual(
      rate.map(({ values }) => values),
      [[1, 2]],
    );
    assert.deepEqual(
      errors.map(({ values }) => values),
      [[0.1, 0]],
    );
    assert.deepEqual(
      durations.map(({ name, values }) => [name, values]),
      [
        ['P50', [4, 4]],
        ['P95', [9, 9]],
        ['P99', [10, 10]],
      ],
    );
  });

  it('have a gap where there were no requests, and a rate of zero', () => {
    const { rate, errors, durations } = toRed([bucket(0, 0)]);
    assert.deepEqual(
      [rate, errors, ...durations.map((line) => [line])].map(([line]) => line?.values),
      [[0], [undefined], [undefined], [undefined], [undefined]],
    );
  });

  it('are summed by requests', () => {
    assert.deepEqual(sumRed([bucket(0, 10, 1), bucket(1, 30, 3)]), { requests: 40, failed: 4, failedShare: 0.1 });
    assert.deepEqual(sumRed([]), { requests: 0, failed: 0, failedShare: 0 });
  });
});
