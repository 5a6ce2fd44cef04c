import assert from 'node:assert/strict';
import { describeErasures } from './describe-erasures.js';

describe('erasures of persons', () => {
  it.each([
    [undefined, /No person/],
    [{ pending: 0 }, /All are complete/],
    [{ pending: 1 }, /^1 person is hidden/],
    [{ pending: 2 }, /^2 persons are hidden/],
  ])('of %j say how far they are', (erasures, expected) => assert.match(describeErasures(erasures), expected));
});
