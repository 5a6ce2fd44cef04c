import assert from 'node:assert/strict';
import { Stream } from './stream.js';

const WAITS = { maxWaitMs: 400, steadyWaitMs: 1_000 };

/** The waits of batches whose first record comes this long after the end of the one before. */
function waitsOf(stream: Stream, pausesMs: readonly number[]): number[] {
  let nowMs = 1_000_000;
  return pausesMs.map((pauseMs) => {
    nowMs += pauseMs;
    const waitMs = stream.begin(nowMs);
    nowMs += waitMs;
    stream.end(nowMs);
    return waitMs;
  });
}

it('waits longer once five batches have followed each other without a pause', () => {
  assert.deepEqual(waitsOf(new Stream(WAITS), [0, 10, 999, 1_000, 0, 10, 10]), [400, 400, 400, 400, 400, 1_000, 1_000]);
});

it('waits the shorter time again after a second without a record', () => {
  const steady = [0, 0, 0, 0, 0, 0];
  assert.deepEqual(waitsOf(new Stream(WAITS), [...steady, 1_001, 0]), [400, 400, 400, 400, 400, 1_000, 400, 400]);
});

it('never waits longer for records that come one at a time', () => {
  assert.deepEqual(
    new Set(
      waitsOf(
        new Stream(WAITS),
        Array.from({ length: 20 }, () => 1_500),
      ),
    ),
    new Set([400]),
  );
});

it('has one wait if no other is given', () => {
  assert.deepEqual(
    new Set(
      waitsOf(
        new Stream({ maxWaitMs: 50 }),
        Array.from({ length: 20 }, () => 0),
      ),
    ),
    new Set([50]),
  );
});
