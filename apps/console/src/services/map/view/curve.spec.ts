import assert from 'node:assert/strict';
import { middleOf, toCurve } from './curve.js';

describe('lines of the map', () => {
  it('are straight where both ends are at one height, and curved elsewhere', () => {
    assert.equal(
      toCurve([
        { x: 0, y: 5 },
        { x: 10, y: 5 },
      ]),
      'M0 5H10',
    );
    assert.equal(
      toCurve([
        { x: 0, y: 0 },
        { x: 10, y: 20.04 },
      ]),
      'M0 0C5 0 5 20 10 20',
    );
    assert.equal(toCurve([]), '');
  });

  it('have their text in the middle', () => {
    assert.deepEqual(
      middleOf([
        { x: 0, y: 0 },
        { x: 10, y: 20 },
      ]),
      { x: 5, y: 10 },
    );
    const bent = [
      { x: 0, y: 0 },
      { x: 10, y: 40 },
      { x: 20, y: 40 },
      { x: 30, y: 0 },
    ];
    assert.deepEqual(middleOf(bent), { x: 15, y: 40 });
  });
});
