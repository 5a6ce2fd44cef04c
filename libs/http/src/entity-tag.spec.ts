import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isCurrent } from './entity-tag.js';

describe('If-None-Match', () => {
  const rows: [string | undefined, boolean][] = [
    [undefined, false],
    ['', false],
    ['"abc"', true],
    ['W/"abc"', true],
    ['*', true],
    [' * ', true],
    ['"x", "abc"', true],
    ['"x","abc","y"', true],
    ['"x" , W/"abc" ,', true],
    [', "abc"', true],
    ['"x, abc"', false],
    ['"a,b", "abc"', true],
    ['abc', false],
    ['w/"abc"', false],
    ['"ABC"', false],
    ['"abc', false],
    ['"abc" "x"', false],
    ['"x", *', false],
    ['"abcd"', false],
  ];
  for (const [header, expected] of rows) {
    it(`${String(header)} ${expected ? 'names' : 'does not name'} "abc"`, () =>
      assert.equal(isCurrent(header, 'abc'), expected));
  }

  it('reads any header without a failure', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => void isCurrent(header, 'abc')));
  });
});
