import assert from 'node:assert/strict';
import fc from 'fast-check';
import { continues, isNumbered, timedPlaces } from './timed-seq.js';

const WINDOW = { sessionId: 's', windowId: 'w' };
const HOUR = 3_600_000;
const seqsAt = (ms: number): number[] => timedPlaces(WINDOW, ms).map(({ seq }) => seq);
const seqAt = (ms: number): number => seqsAt(ms)[0] ?? assert.fail('no place');
const time = fc.integer({ min: 946_684_800_000, max: 4_102_444_800_000 });

describe('the places of chunks without numbers', () => {
  it('are different for each millisecond of a session, fit into 32 bits, and are never those of numbered chunks', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 1, max: 24 * HOUR }), (ms, laterMs) => {
        const earlier = seqsAt(ms);
        const later = seqsAt(ms + laterMs);
        const all = [...earlier, ...later];
        assert.equal(new Set(all).size, 32);
        assert.ok(all.every((seq) => Number.isInteger(seq) && !isNumbered(seq) && seq < 2 ** 32));
      }),
    );
  });

  it('are in the order of time during a session', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 1, max: 17 * HOUR }), (ms, laterMs) => {
        assert.equal(continues(seqAt(ms) + 1, seqAt(ms + laterMs)), true);
        assert.equal(continues(seqAt(ms + laterMs) + 1, seqAt(ms)), false);
      }),
    );
  });

  it('depend on nothing but the type of the first event and its time, in whole milliseconds', () => {
    assert.deepEqual(timedPlaces(WINDOW, 1_790_000_000_000.75, 2), timedPlaces(WINDOW, 1_790_000_000_000, 2));
  });

  it('are in the order in which recorders show a page in one millisecond, and the same ones for each type', () => {
    const places = [4, 2, 3].map((type) => timedPlaces(WINDOW, 1e12, type).map(({ seq }) => seq));
    const [meta = 0, snapshot = 0, change = 0] = places.map(([seq]) => seq);
    assert.equal(continues(meta + 1, snapshot) && continues(snapshot + 1, change), true);
    assert.equal(new Set(places.map((seqs) => seqs.toSorted((a, b) => a - b).join())).size, 1);
  });
});

describe('a chunk continues its window', () => {
  it.each<[what: string, expected: number, seq: number, continued: boolean]>([
    ['with the expected number', 5, 5, true],
    ['not with a number after a missing one', 5, 6, false],
    ['not with a number that was before', 5, 4, false],
    ['not with a time after numbers', 5, seqAt(1e12), false],
    ['not with a number after times', seqAt(1e12) + 1, 5, false],
    ['with the next place of the same millisecond', seqAt(1e12) + 1, seqAt(1e12) + 1, true],
    ['not with the same place', seqAt(1e12) + 1, seqAt(1e12), false],
    ['over the end of the cycle', seqAt(2 ** 40 - 1) + 8, seqAt(2 ** 40), true],
  ])('%s', (_, expected, seq, continued) => {
    assert.equal(continues(expected, seq), continued);
  });
});
