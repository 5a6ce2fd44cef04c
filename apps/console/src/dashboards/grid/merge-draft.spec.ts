import assert from 'node:assert/strict';
import fc from 'fast-check';
import { firstFree, putAt, type Placed } from './layout.js';
import { mergeDraft, toDraft } from './merge-draft.js';

const WIDGETS = [
  { id: 'a', position: { x: 0, y: 0, w: 12, h: 4 } },
  { id: 'b', position: { x: 12, y: 0, w: 12, h: 4 } },
];

describe('changed places of widgets', () => {
  it('are those that differ from the saved ones', () => {
    const items = mergeDraft(WIDGETS, new Map([['a', { x: 0, y: 4, w: 12, h: 4 }]]));
    assert.deepEqual([...toDraft(WIDGETS, items)], [['a', { x: 0, y: 4, w: 12, h: 4 }]]);
    assert.equal(toDraft(WIDGETS, mergeDraft(WIDGETS, new Map())).size, 0);
  });

  it('are the layout that was made by hand', () => {
    const size = fc.record({ w: fc.integer({ min: 3, max: 24 }), h: fc.integer({ min: 2, max: 8 }) });
    const place = fc.record({ x: fc.nat(23), y: fc.nat(30), w: fc.integer({ min: 3, max: 24 }), h: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 12 }), fc.nat(), fc.array(place), (sizes, nth, moves) => {
        const saved: Placed[] = [];
        for (const [index, each] of sizes.entries()) saved.push({ id: `${index}`, ...firstFree(saved, each), ...each });
        const widgets = saved.map(({ id, ...position }) => ({ id, position }));
        let items: readonly Placed[] = saved;
        for (const [index, move] of moves.entries()) items = putAt(items, `${(nth + index) % saved.length}`, move);
        assert.deepEqual(mergeDraft(widgets, toDraft(widgets, items)), items);
      }),
    );
  });

  it('stay where they are if another widget is added in their place', () => {
    const draft = new Map([['a', { x: 0, y: 4, w: 12, h: 4 }]]);
    const added = { id: 'c', position: { x: 0, y: 4, w: 6, h: 4 } };
    const [a, , c] = mergeDraft([...WIDGETS, added], draft);
    assert.deepEqual([a?.y, c?.y], [4, 8]);
  });
});
