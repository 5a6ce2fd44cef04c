import assert from 'node:assert/strict';
import type { ChunkRow } from './chunks.query.js';
import { shapeOf, warningsOf } from './session-shape.js';

/** Places of chunks without numbers, in the second half of the numbers. */
const TIMED = 2 ** 31;
const START = 1_790_000_000_000;

const row = (seq: number, numbers: number, firstMs = START + seq): ChunkRow => ({
  window_id: 'w',
  seq,
  numbers,
  distinct_id: 'ada',
  object_key: `${seq}`,
  events: 1,
  bytes: 1,
  stored_bytes: 1,
  first_ms: String(firstMs),
  last_ms: String(firstMs),
  clock_shift_ms: '0',
  snapshots: [String(START)],
  urls: [],
  clicks: 0,
  inputs: 0,
  console_errors: 0,
  network_errors: 0,
  active_from: [],
  active_to: [],
  masked: {},
  received_ms: String(START),
  rules_version: 1,
  sdk: 'rrweb',
  release: '',
  environment: '',
});

describe('the gaps of a window', () => {
  it.each<[string, readonly (readonly [seq: number, numbers: number])[], readonly (readonly [number, number])[]]>([
    [
      'chunks that take one number',
      [
        [0, 1],
        [1, 1],
        [3, 1],
      ],
      [[2, 2]],
    ],
    [
      'chunks from before they could take several',
      [
        [0, 0],
        [1, 0],
        [3, 0],
      ],
      [[2, 2]],
    ],
    [
      'chunks that take one number for each event',
      [
        [0, 40],
        [40, 7],
        [50, 3],
        [53, 1],
      ],
      [[47, 49]],
    ],
    [
      'chunks one of which is within another',
      [
        [0, 40],
        [10, 2],
        [40, 1],
      ],
      [],
    ],
    [
      'a first chunk that is missing',
      [
        [4, 2],
        [6, 1],
      ],
      [[0, 3]],
    ],
  ])('are those between %s', async (_, chunks, expected) => {
    const shape = await shapeOf(chunks.map(([seq, numbers]) => row(seq, numbers)));
    const gaps = shape.windows.flatMap((window) => window.gaps.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq]));
    assert.deepEqual(gaps, expected);
    assert.equal(warningsOf(shape).length, expected.length);
  });

  it('are none between chunks without numbers, which are in the order of time', async () => {
    // Places begin again after 37 hours, and so in the middle of some sessions.
    const shape = await shapeOf([row(TIMED + 16, 1, START + 5_000), row(TIMED + 2 ** 31 - 32, 1, START)]);
    const [window] = shape.windows;
    assert.deepEqual(
      window?.chunks.map(({ firstMs }) => firstMs - START),
      [0, 5_000],
    );
    assert.deepEqual([window?.gaps, warningsOf(shape)], [[], []]);
  });
});
