import assert from 'node:assert/strict';
import { holdRows } from './hold-rows.js';

const getId = (row: string): string => row;

describe('holdRows', () => {
  it('shows the latest rows of a list that is followed', () => {
    assert.deepEqual(holdRows(['a'], ['b', 'a'], { isHeld: false, getId }), { rows: ['b', 'a'], waiting: 0 });
    assert.deepEqual(holdRows([], ['a'], { isHeld: true, getId }), { rows: ['a'], waiting: 0 });
  });

  it('keeps the rows of one that is held, also those that have left, and counts the new ones', () => {
    const shown = ['b', 'a'];
    const held = holdRows(shown, ['d', 'c', 'b'], { isHeld: true, getId });
    assert.equal(held.rows, shown);
    assert.equal(held.waiting, 2);
  });
});
