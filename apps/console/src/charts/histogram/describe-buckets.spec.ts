import assert from 'node:assert/strict';
import { describeBuckets } from './describe-buckets.js';

const at = (iso: string): number => Date.parse(iso);
const NOW = at('2026-11-02T00:00:00Z');
const bucket = (minute: number, counts: readonly number[] | undefined) => ({
  startMs: at('2026-11-01T08:00:00Z') + minute * 60_000,
  endMs: at('2026-11-01T08:05:00Z') + minute * 60_000,
  counts,
});

describe('description of buckets', () => {
  it('says what buckets hold together', () => {
    const names = ['error', 'info'];
    const say = (...buckets: Parameters<typeof describeBuckets>[0]) => describeBuckets(buckets, names, 'UTC', NOW);
    assert.equal(say(bucket(0, [2, 1_200])), 'Nov 1, 08:00 – 08:05: 1,202 (2 error, 1,200 info)');
    assert.equal(say(bucket(0, [2, 0]), bucket(5, [1, 0])), 'Nov 1, 08:00 – 08:10: 3 (3 error)');
    assert.equal(say(bucket(0, [0, 0])), 'Nov 1, 08:00 – 08:05: 0');
    assert.equal(say(bucket(0, undefined)), 'Nov 1, 08:00 – 08:05: not known');
    assert.equal(
      say(bucket(0, [1, 0]), bucket(5, undefined)),
      'Nov 1, 08:00 – 08:10: 1 (1 error); a part is not known',
    );
    assert.equal(say(), '');
  });
});
