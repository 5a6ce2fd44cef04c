import assert from 'node:assert/strict';
import { NANOSECONDS_PER_DAY as DAY } from '@svc/reading/time';
import { planTrend, type TrendPart } from './plan.js';

const FIRST = 20_000;
const range = { from: BigInt(FIRST) * DAY + 1n, to: BigInt(FIRST + 10) * DAY };
const days = Array.from({ length: 10 }, (_, nth) => FIRST + nth);
const starts = days.map((day) => BigInt(day) * DAY);
const size = (events: number, personsOfBucket?: number) => ({
  eventsByDay: new Map(days.map((day) => [day, events])),
  personsOfBucket,
});
const plan = (events: number, most: number, { isByDay = false, persons = undefined as number | undefined } = {}) =>
  planTrend({ range, starts, isByDay }, size(events, persons), most);
const slices = (parts: readonly TrendPart[]) => parts.map(({ counts, slice: { nth, of } }) => `${counts} ${nth}/${of}`);

describe('the statements of a trend', () => {
  it('plans one statement for few events, for few persons and for none', () => {
    for (const parts of [plan(10, 100), plan(1_000, 100, { persons: 10 }), plan(0, 100), plan(10, 100, { persons: 0 })])
      assert.deepEqual(parts, [{ range, slice: { nth: 0, of: 1 }, counts: 'both' }]);
  });

  it('counts buckets in consecutive ranges, and totals in slices', () => {
    const parts = plan(10, 31);
    const ranges = parts.filter(({ counts }) => counts === 'buckets').map((part) => part.range);
    assert.deepEqual([ranges[0]?.from, ranges.at(-1)?.to], [range.from, range.to]);
    assert.deepEqual(
      ranges.slice(1).map(({ from }) => from),
      ranges.slice(0, -1).map(({ to }) => to),
    );
    assert.ok(ranges.every(({ from }) => from === range.from || starts.includes(from)));
    assert.deepEqual(slices(parts), [
      ...Array<string>(4).fill('buckets 0/1'),
      ...['totals 0/4', 'totals 1/4', 'totals 2/4', 'totals 3/4'],
    ]);
  });

  it('counts days separately, with their totals, and a large day in slices', () => {
    const parts = plan(10, 5, { isByDay: true });
    assert.equal(parts.length, 20);
    assert.deepEqual(new Set(slices(parts)), new Set(['both 0/2', 'both 1/2']));
    assert.ok(parts.every((part) => part.range.from === range.from || part.range.from % DAY === 0n));
  });

  it('uses slices alone for one bucket', () => {
    const parts = planTrend({ range, starts: starts.slice(0, 1), isByDay: false }, size(10), 50);
    assert.deepEqual(slices(parts), ['both 0/2', 'both 1/2']);
  });
});
