import assert from 'node:assert/strict';
import { hasEnded, isDue, nextLookAt, type StoredSummary } from './summary-time.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const at = (minutes: number): number => minutes * MINUTE;

describe('when recordings are summarized', () => {
  it.each([
    ['five minutes after the last time while it is young', at(4), at(5), at(10)],
    ['half its age later when it is older', at(60), at(60), at(90)],
    ['when it has ended, if no chunk follows', at(5), at(10), at(15)],
    ['at its end, even if half its age is more', at(300), at(305), at(333)],
    ['once more a day later after its end', at(5), at(38), DAY + at(33)],
    ['never again after that', at(5), DAY + at(33), undefined],
    ['after a day at the latest', DAY - at(1), DAY, DAY + at(32)],
  ] as const)('is %s', (_, lastMs, now, expected) => {
    assert.equal(nextLookAt({ startedAtMs: 0, lastMs, chunks: 1 }, now), expected);
  });

  it('takes few times for a long recording', () => {
    let times = 0;
    let stored: StoredSummary | undefined;
    const look = (now: number) => {
      const arrivals = { startedAtMs: 0, lastMs: Math.min(now, DAY), chunks: Math.min(now, DAY) };
      if (isDue(arrivals, stored, now)) {
        times++;
        stored = { readAtMs: now, isFinal: hasEnded(arrivals, now), chunks: arrivals.chunks };
      }
      return nextLookAt(arrivals, now);
    };
    for (let now: number | undefined = at(5); now !== undefined;) now = look(now);
    assert.ok(times > 5 && times < 25, String(times));
    assert.deepEqual(stored?.isFinal, true);
  });

  it.each([
    ['without a summary', undefined, at(6), true],
    ['when nothing has arrived since', { readAtMs: at(5) + 1, isFinal: false, chunks: 2 }, at(20), false],
    ['when chunks have arrived since', { readAtMs: at(4), isFinal: false, chunks: 1 }, at(9), true],
    ['but not at once', { readAtMs: at(4), isFinal: false, chunks: 1 }, at(8), false],
    [
      'when it has ended, even if nothing has arrived since',
      { readAtMs: at(10), isFinal: false, chunks: 2 },
      at(38),
      true,
    ],
    ['but only once', { readAtMs: at(38), isFinal: true, chunks: 2 }, at(40), false],
    ['unless a chunk was stored after the end', { readAtMs: at(38), isFinal: true, chunks: 1 }, at(60), true],
  ] as const)('is due %s', (_, stored, now, expected) => {
    assert.equal(isDue({ startedAtMs: 0, lastMs: at(5), chunks: 2 }, stored, now), expected);
  });

  it('says that a recording has ended once ingestion takes no more of it', () => {
    assert.equal(hasEnded({ startedAtMs: 0, lastMs: at(5) }, at(37)), false);
    assert.equal(hasEnded({ startedAtMs: 0, lastMs: at(5) }, at(38)), true);
    assert.equal(hasEnded({ startedAtMs: 0, lastMs: DAY + at(20) }, DAY + at(33)), true);
  });
});
