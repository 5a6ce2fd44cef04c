import assert from 'node:assert/strict';
import { toDuration, toEventOffset } from './span-facts.js';

const start_time = '2026-11-01T08:30:00.000000001Z';

describe('times of a span', () => {
  it('keeps the nanoseconds of the duration', () => {
    assert.equal(
      toDuration({ start_time, end_time: '2026-11-01T08:30:01.000000008Z', duration_ms: 1_000 }),
      1_000_000_007,
    );
    assert.equal(toDuration({ start_time, duration_ms: 1.5 }), 1_500_000);
  });

  it('places events after or before the start', () => {
    const event = { name: 'exception' };
    assert.equal(toEventOffset({ start_time }, { ...event, timestamp: '2026-11-01T08:30:00.000000101Z' }), 100);
    assert.equal(toEventOffset({ start_time }, { ...event, timestamp: '2026-11-01T08:30:00Z' }), -1);
    assert.equal(toEventOffset({ start_time }, event), undefined);
  });
});
