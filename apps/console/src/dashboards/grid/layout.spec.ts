import assert from 'node:assert/strict';
import fc from 'fast-check';
import { clampPlace, COLUMNS, describePlace, firstFree, overlap, putAt, type Placed } from './layout.js';

const place = fc.record({
  x: fc.integer({ min: -5, max: 30 }),
  y: fc.integer({ min: -5, max: 40 }),
  w: fc.integer({ min: -2, max: 40 }),
  h: fc.integer({ min: -2, max: 20 }),
});
/** Widgets that do not overlap, as the service has them. */
const dashboard = fc
  .array(fc.record({ w: fc.integer({ min: 3, max: 24 }), h: fc.integer({ min: 2, max: 12 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((sizes) => {
    const items: Placed[] = [];
    for (const [nth, size] of sizes.entries()) items.push({ id: String(nth), ...firstFree(items, size) });
    return items;
  });

const pairs = (items: readonly Placed[]) => items.flatMap((a, nth) => items.slice(nth + 1).map((b) => [a, b] as const));

describe('the grid of a dashboard', () => {
  it('has a moved widget at the nearest place inside, and no two in one place', () => {
    fc.assert(
      fc.property(dashboard, fc.nat(), place, (items, nth, to) => {
        const { id } = items[nth % items.length] ?? assert.fail();
        const after = putAt(items, id, to);
        assert.deepEqual(
          after.find((item) => item.id === id),
          { id, ...clampPlace(to) },
        );
        for (const [a, b] of pairs(after)) assert.equal(overlap(a, b), false, `${a.id} covers ${b.id}`);
        for (const { x, w, y } of after) assert.ok(x >= 0 && y >= 0 && x + w <= COLUMNS);
      }),
    );
  });

  it('moves others down alone, without a change of their size, and not at all if they are not in the way', () => {
    fc.assert(
      fc.property(dashboard, fc.nat(), place, (items, nth, to) => {
        const { id } = items[nth % items.length] ?? assert.fail();
        const after = putAt(items, id, to);
        for (const [at, before] of items.entries()) {
          const now = after[at] ?? assert.fail();
          if (before.id === id) continue;
          assert.deepEqual([now.id, now.x, now.w, now.h], [before.id, before.x, before.w, before.h]);
          assert.ok(now.y >= before.y);
        }
        const own = items.find((item) => item.id === id) ?? assert.fail();
        assert.deepEqual(putAt(items, id, own), items);
      }),
    );
  });

  it('has its first free place beside the widgets, or below them', () => {
    assert.deepEqual(firstFree([{ x: 0, y: 0, w: 12, h: 4 }], { w: 12, h: 8 }), { x: 12, y: 0, w: 12, h: 8 });
    assert.deepEqual(firstFree([{ x: 0, y: 0, w: 13, h: 4 }], { w: 12, h: 8 }), { x: 0, y: 4, w: 12, h: 8 });
  });

  it('names places as people count', () => {
    assert.equal(describePlace({ x: 0, y: 3, w: 6, h: 4 }), 'column 1, row 4, 6 wide, 4 high');
  });
});
