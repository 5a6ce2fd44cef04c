import assert from 'node:assert/strict';
import fc from 'fast-check';
import { COLUMNS, firstFree, firstOverlap, isInside, overlaps, type Cell } from './layout.js';

const size = fc.record({ w: fc.integer({ min: 1, max: COLUMNS }), h: fc.integer({ min: 1, max: 12 }) });

describe('the layout of a dashboard', () => {
  it('puts widgets at free places inside the grid, however many there are', () => {
    fc.assert(
      fc.property(fc.array(size, { maxLength: 50 }), (sizes) => {
        const cells: Cell[] = [];
        for (const wanted of sizes) {
          const place = firstFree(cells, wanted);
          assert.ok(place && isInside(place));
          cells.push(place);
        }
        assert.equal(firstOverlap(cells), undefined);
      }),
    );
  });

  it('finds the highest place, and the leftmost in its row', () => {
    const small = fc.record({ w: fc.integer({ min: 1, max: 24 }), h: fc.integer({ min: 1, max: 3 }) });
    fc.assert(
      fc.property(fc.array(small, { maxLength: 8 }), small, (sizes, wanted) => {
        const cells = sizes.reduce<Cell[]>((found, one) => [...found, firstFree(found, one) as Cell], []);
        const place = firstFree(cells, wanted) as Cell;
        for (let y = 0; y <= place.y; y++)
          for (let x = 0; x + wanted.w <= COLUMNS; x++) {
            if (y === place.y && x >= place.x) break;
            assert.ok(cells.some((cell) => overlaps(cell, { ...wanted, x, y })));
          }
      }),
      { numRuns: 50 },
    );
  });

  it('fills a gap that a deleted widget left', () => {
    const cells = [
      { x: 0, y: 0, w: 12, h: 8 },
      { x: 0, y: 8, w: 24, h: 8 },
    ];
    assert.deepEqual(firstFree(cells, { w: 12, h: 8 }), { x: 12, y: 0, w: 12, h: 8 });
    assert.deepEqual(firstFree(cells, { w: 13, h: 1 }), { x: 0, y: 16, w: 13, h: 1 });
  });

  it('allows cells that only touch', () => {
    const cell = { x: 4, y: 4, w: 4, h: 4 };
    for (const [x, y] of [
      [0, 4],
      [8, 4],
      [4, 0],
      [4, 8],
    ] as const)
      assert.ok(!overlaps(cell, { ...cell, x, y }));
    assert.equal(firstOverlap([cell, { ...cell, x: 8 }, { ...cell, x: 7, y: 7 }]), 2);
  });
});
