import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Repeats, REPEATS_LOOK_BACK_MS } from './repeats.js';

const MINUTE = 60_000;

it('detects a repetition within ten minutes in the same project only', () => {
  const repeats = new Repeats();
  assert.equal(repeats.isRepeat('a', 1, 0, 0), false);
  assert.equal(repeats.isRepeat('b', 1, 1, 0), false);
  assert.equal(repeats.isRepeat('a', 2, 2, 0), false);
  assert.equal(repeats.isRepeat('a', 1, 3, 10 * MINUTE), true);
  assert.equal(repeats.isRepeat('b', 1, 4, 10 * MINUTE + 1), false);
});

it('gives the same result for a replayed range and after a look-back only', () => {
  const steps = fc.array(fc.record({ hash: fc.constantFrom('a', 'b', 'c', 'd'), gapMs: fc.nat(4 * MINUTE) }), {
    minLength: 2,
    maxLength: 60,
  });
  fc.assert(
    fc.property(steps, fc.nat(), fc.nat(), (made, cut, size) => {
      let timestampMs = 0;
      const records = made.map(({ hash, gapMs }, offset) => ({ hash, offset, timestampMs: (timestampMs += gapMs) }));
      const judge = (by: Repeats, some: typeof records) =>
        some.map(({ hash, offset, timestampMs }) => by.isRepeat(hash, 1, offset, timestampMs));
      const first = new Repeats();
      const verdicts = judge(first, records);
      const start = cut % records.length;
      const range = records.slice(start, start + 1 + (size % 10));
      const expected = verdicts.slice(start, start + range.length);
      assert.deepEqual(judge(first, range), expected);
      const successor = new Repeats();
      const since = (range[0]?.timestampMs ?? 0) - REPEATS_LOOK_BACK_MS;
      judge(
        successor,
        records.slice(0, start).filter((record) => record.timestampMs >= since),
      );
      assert.deepEqual(judge(successor, range), expected);
    }),
  );
});
