import assert from 'node:assert/strict';
import type { ChunkRow } from './chunks.query.js';
import { shapeOf, warningsOf } from './session-shape.js';

/** Places of chunks without numbers, in the second half of the numbers. */
const TIMED = 2 ** 31;
const START = 1_790_000_000_000;

const row = (seq: number, firstMs: number, snapshots: readonly number[] = []): ChunkRow => {
  const some: Partial<ChunkRow> = {
    window_id: 'w',
    seq,
    first_ms: String(firstMs),
    last_ms: String(firstMs + 500),
    clock_shift_ms: '0',
    received_ms: '0',
    snapshots: snapshots.map(String),
    urls: [],
    active_from: [],
    active_to: [],
  };
  return some as ChunkRow;
};

describe('the shape of a window', () => {
  it('has gaps where numbers are missing, also at its beginning', async () => {
    const shape = await shapeOf([row(1, START, [START]), row(4, START + 3_000)]);
    const [window] = shape.windows;
    assert.deepEqual(
      window?.gaps.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq]),
      [
        [0, 0],
        [2, 3],
      ],
    );
    assert.equal(warningsOf(shape).length, 2);
  });

  it('has no gaps between chunks without numbers, which are in the order of time', async () => {
    // Places begin again after 37 hours, and so in the middle of some sessions.
    const shape = await shapeOf([row(TIMED + 16, START + 5_000), row(TIMED + 2 ** 31 - 32, START, [START])]);
    const [window] = shape.windows;
    assert.deepEqual(
      window?.chunks.map(({ firstMs }) => firstMs - START),
      [0, 5_000],
    );
    assert.deepEqual([window?.gaps, warningsOf(shape)], [[], []]);
  });
});
