import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ConsumerRecord } from '../port.js';
import { cut, decodePosition, encodePlan, ReplayCollector } from './ranges.js';

const sizes = fc.array(fc.nat(50), { maxLength: 60 });
const bounds = fc.record({ maxBytes: fc.integer({ min: 1, max: 100 }), maxRecords: fc.integer({ min: 1, max: 10 }) });

describe('splitting a fetch', () => {
  it('keeps every record in order, within the bounds, and closes no batch early', () => {
    fc.assert(
      fc.property(sizes, bounds, (lengths, limit) => {
        const fetched = records(lengths);
        const batches = [...cut(fetched, limit)];
        assert.deepEqual(batches.flat(), fetched);
        batches.forEach((batch, i) => {
          assert.ok(batch.length <= limit.maxRecords && batch.length > 0);
          assert.ok(batch.length === 1 || bytes(batch) <= limit.maxBytes);
          const next = batches[i + 1]?.slice(0, 1);
          if (next) assert.ok(batch.length === limit.maxRecords || bytes([...batch, ...next]) > limit.maxBytes);
        });
      }),
    );
  });
});

describe('replaying a planned range', () => {
  it('returns exactly the range for any split and overlap of fetches', () => {
    const cuts = fc.array(fc.record({ back: fc.nat(5), length: fc.integer({ min: 1, max: 9 }) }), { minLength: 100 });
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), cuts, (first, more, fetches) => {
        const last = first + more;
        const log = records(Array.from({ length: 200 }, () => 1));
        const collector = new ReplayCollector(first, last);
        let at = first;
        for (const { back, length } of fetches) {
          const fetch = log.slice(Math.max(0, at - back), Math.max(0, at - back) + length);
          const rest = collector.take(fetch);
          at = (fetch.at(-1)?.offset ?? at) + 1;
          if (!rest) continue;
          assert.deepEqual(collector.records(), log.slice(first, last + 1));
          assert.ok(rest.every(({ offset }) => offset > last));
          return;
        }
        assert.fail('the range was never complete');
      }),
    );
  });

  it('ends even if retention has deleted the end of the range', () => {
    const collector = new ReplayCollector(3, 9);
    const left = records(Array.from({ length: 20 }, () => 1)).filter(({ offset }) => offset < 6 || offset > 12);
    assert.deepEqual(
      collector.take(left)?.map(({ offset }) => offset),
      [13, 14, 15, 16, 17, 18, 19],
    );
    assert.deepEqual(
      collector.records().map(({ offset }) => offset),
      [3, 4, 5],
    );
  });
});

it('reads a plan from the metadata of a commit and ignores foreign metadata', () => {
  assert.deepEqual(decodePosition('7', encodePlan(12)), { offset: 7, plannedLast: 12 });
  for (const metadata of [null, '', 'plan=', 'plan=1;', '{"plan":1}']) {
    assert.deepEqual(decodePosition('7', metadata), { offset: 7 });
  }
});

function records(lengths: readonly number[]): ConsumerRecord[] {
  return lengths.map((length, offset) => ({
    offset,
    timestampMs: 0,
    key: '',
    value: new Uint8Array(length),
    headers: {},
  }));
}

function bytes(batch: readonly ConsumerRecord[]): number {
  return batch.reduce((sum, { value }) => sum + value.length, 0);
}
