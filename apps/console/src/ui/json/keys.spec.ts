import assert from 'node:assert/strict';
import { toggle, toRows } from './flatten.js';
import { moveInTree } from './keys.js';

describe('keys of a tree', () => {
  // Root, a, a.b, c.
  const rows = toggle(toRows({ a: { b: 1 }, c: 2 }), 1);

  it('moves between visible lines and stops at both ends', () => {
    const move = (index: number, key: string): unknown => moveInTree(rows, index, key)?.index;
    assert.deepEqual(
      [move(0, 'ArrowUp'), move(0, 'ArrowDown'), move(3, 'ArrowDown'), move(2, 'Home'), move(0, 'End')],
      [0, 1, 3, 0, 3],
    );
    assert.equal(moveInTree(rows, 0, 'x'), undefined);
  });

  it('opens and enters with the right arrow, leaves and closes with the left arrow', () => {
    assert.deepEqual(moveInTree(rows, 1, 'ArrowRight'), { index: 2, acts: false });
    assert.deepEqual(moveInTree(rows, 1, 'ArrowLeft'), { index: 1, acts: true });
    assert.deepEqual(moveInTree(rows, 2, 'ArrowLeft'), { index: 1, acts: false });
    assert.deepEqual(moveInTree(rows, 2, 'ArrowRight'), { index: 2, acts: false });
    assert.deepEqual(moveInTree(toggle(rows, 1), 1, 'ArrowRight'), { index: 1, acts: true });
    assert.deepEqual(moveInTree(rows, 3, 'ArrowLeft'), { index: 0, acts: false });
  });

  it('acts on enter and space', () => {
    for (const key of ['Enter', ' ']) assert.deepEqual(moveInTree(rows, 1, key), { index: 1, acts: true });
  });
});
