import assert from 'node:assert/strict';
import fc from 'fast-check';
import { escaped, oneLine } from './sanitize.js';

const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

describe('sanitized text', () => {
  it('loses control sequences and keeps its words in a cell', () => {
    assert.equal(oneLine('\u001b[31mred\u001b[0m'), 'red');
    assert.equal(oneLine('\u001b]0;title\u0007text'), 'text');
    assert.equal(oneLine('\u009b2Jgone'), 'gone');
    assert.equal(oneLine('a\r\n\tb'), 'a b');
    assert.equal(oneLine('user\u202etxt.exe'), 'usertxt.exe');
    assert.equal(oneLine('日本語 👩‍👩‍👧 café'), '日本語 👩‍👩‍👧 café');
  });

  it('shows every character in a tree', () => {
    assert.equal(escaped('a\nb\tc\u001b[2J\u0000\u009b'), 'a\\nb\\tc\\u001b[2J\\u0000\\u009b');
    assert.equal(escaped('plain \\ text'), 'plain \\ text');
  });

  it('never contains a control character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => !CONTROLS.test(oneLine(text)) && !CONTROLS.test(escaped(text)),
      ),
    );
  });
});
