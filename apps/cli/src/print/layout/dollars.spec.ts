import assert from 'node:assert/strict';
import { dollars } from './dollars.js';

describe('dollars', () => {
  it.each([
    ['0', '$0.00'],
    ['1234.567', '$1,234.57'],
    ['1', '$1.00'],
    ['0.5', '$0.5'],
    ['0.00352', '$0.00352'],
    ['0.000000123456', '$0.0000001235'],
    [undefined, 'no price'],
    ['a', 'a'],
  ])('formats %p as %s', (value, expected) => assert.equal(dollars(value), expected));
});
