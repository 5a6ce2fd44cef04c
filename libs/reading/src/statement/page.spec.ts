import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { NANOSECONDS_PER_MINUTE, type TimeRange } from '../time/index.js';
import { Budget } from './budget.js';
import type { Direction, Position } from './keyset.js';
import { readTimeOrdered, type FoundPage } from './page.js';
import { slices } from './slices.js';

const directions = fc.constantFrom<Direction>('asc', 'desc');
const range: TimeRange = { from: 0n, to: 3_000n * NANOSECONDS_PER_MINUTE };
const ample = () => new Budget(new AbortController().signal, 60_000);

/** A list in memory that responds as a statement would; `failsAt` is the number of the slice that is too expensive. */
function reader(rows: readonly Position[], direction: Direction, limit: number, failsAt = Infinity) {
  const order = (a: Position, b: Position): number => Number(a.value - b.value) || a.id.localeCompare(b.id);
  const sorted = rows.toSorted((a, b) => (direction === 'asc' ? order(a, b) : order(b, a)));
  return (after: Position | undefined, budget = ample()): Promise<FoundPage<Position>> => {
    let reads = 0;
    return readTimeOrdered(
      {
        range,
        direction,
        limit,
        after,
        toPosition: (row) => row,
        read: (slice, count) => {
          if (reads++ >= failsAt) return Promise.reject(new ServiceError('query_too_expensive'));
          const found = sorted.filter((row) => row.value >= slice.from && row.value < slice.to);
          const following = found.filter(
            (row) => !after || (direction === 'asc' ? order(row, after) > 0 : order(row, after) < 0),
          );
          return Promise.resolve({ rows: following.slice(0, count) });
        },
      },
      budget,
    );
  };
}

describe('slices', () => {
  it('covers the range without gap or overlap and grows the slices', () => {
    const ranges = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.bigInt({ min: 0n, max: 10n ** 16n }));
    fc.assert(
      fc.property(ranges, directions, ([from, width], direction) => {
        const found = [...slices({ from, to: from + width }, direction)];
        const ascending = direction === 'asc' ? found : found.reverse();
        let end = from;
        for (const slice of ascending) {
          assert.equal(slice.from, end);
          assert.ok(slice.to > slice.from);
          end = slice.to;
        }
        assert.equal(end, from + width);
        assert.ok(found.length < 30);
      }),
    );
  });
});

describe('readTimeOrdered', () => {
  const rows = fc.uniqueArray(
    fc.record({
      // Few times, so that many rows share one; some are slice boundaries.
      value: fc.nat(60).map((step) => BigInt(step) * 45n * NANOSECONDS_PER_MINUTE),
      id: fc.nat(1 << 20).map((number) => number.toString(16).padStart(32, '0')),
    }),
    { selector: (row) => row.id, maxLength: 40 },
  );

  it('returns every row once and in order, for any page size and any interruption', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        directions,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 9 }),
        async (all, direction, limit, failsAt) => {
          const read = reader(all, direction, limit, failsAt);
          const seen: Position[] = [];
          let after: Position | undefined;
          for (let pages = 0; pages < 1_000; pages++) {
            const { rows: page, next } = await read(after);
            seen.push(...page);
            if (!next) break;
            after = next;
          }
          const whole = (await reader(all, direction, 1000)(undefined)).rows;
          assert.deepEqual(seen, whole);
          assert.equal(whole.length, all.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('fails as too expensive only if its first slice cannot be read', async () => {
    await assert.rejects(reader([], 'desc', 5, 0)(undefined), { code: 'query_too_expensive' });
    assert.ok((await reader([], 'desc', 5, 1)(undefined)).next);
  });

  it('ends a page at the deadline and reports that more may follow', async () => {
    let now = 0;
    const budget = new Budget(new AbortController().signal, 100, () => (now += 40));
    const { rows: page, next } = await reader([], 'desc', 5)(undefined, budget);
    assert.equal(page.length, 0);
    assert.ok(next);
  });

  it('passes other errors on', async () => {
    const list = { range, direction: 'asc' as const, limit: 1, after: undefined, toPosition: (row: Position) => row };
    let reads = 0;
    const read = () =>
      reads++ === 0 ? Promise.resolve({ rows: [] }) : Promise.reject(new ServiceError('unavailable'));
    await assert.rejects(readTimeOrdered({ ...list, read }, ample()), { code: 'unavailable' });
  });
});
