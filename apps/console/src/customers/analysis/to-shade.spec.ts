import assert from 'node:assert/strict';
import { toShade } from './to-shade.js';

describe('shades of retention', () => {
  it.each([
    [0, 0],
    [0.001, 1],
    [0.2, 1],
    [0.21, 2],
    [0.99, 5],
    [1, 5],
    [NaN, 0],
  ])('a share of %d has the shade %d', (rate, expected) => {
    assert.equal(toShade(rate), expected);
  });
});
