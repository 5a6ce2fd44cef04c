import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cutText } from './cut-text.js';

describe('cutText', () => {
  it.each([
    ['short', 9, 'short'],
    ['short', 5, 'short'],
    ['short', 2, 'sh'],
    ['a😀b', 2, 'a'],
    ['a😀b', 3, 'a😀'],
    ['a😀', 3, 'a😀'],
    ['a\ufffdb', 2, 'a\ufffd'],
    ['', 3, ''],
  ])('cuts %j at %i units to %j', (text, length, kept) => assert.equal(cutText(text, length), kept));

  it('keeps whole characters, as many as fit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, length) => {
        let expected = '';
        for (const character of text) {
          if (expected.length + character.length > length) break;
          expected += character;
        }
        assert.equal(cutText(text, length), expected);
      }),
    );
  });
});
