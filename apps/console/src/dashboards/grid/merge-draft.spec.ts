import assert from 'node:assert/strict';
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

  it('stay where they are if another widget is added in their place', () => {
    const draft = new Map([['a', { x: 0, y: 4, w: 12, h: 4 }]]);
    const added = { id: 'c', position: { x: 0, y: 4, w: 6, h: 4 } };
    const [a, , c] = mergeDraft([...WIDGETS, added], draft);
    assert.deepEqual([a?.y, c?.y], [4, 8]);
  });
});
