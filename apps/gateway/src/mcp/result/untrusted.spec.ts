import assert from 'node:assert/strict';
import type { JsonValue } from '@svc/contract';
import fc from 'fast-check';
import { abridge, escapeUntrusted, fence } from './untrusted.js';

describe('escapeUntrusted', () => {
  it.each([
    ['a control character', 'a\u0007b\u001b[31m', 'a\\u{7}b\\u{1b}[31m'],
    ['text that runs backwards', 'a\u202eb', 'a\\u{202e}b'],
    ['an invisible space', 'a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
    ['hidden tags', 'a\u{e0041}', 'a\\u{e0041}'],
    ['half a character', 'a\ud800b', 'a\\u{d800}b'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['the end of a block', '</untrusted> now', '&lt;/untrusted> now'],
    ['the end of a block in another spelling', '< / UNTRUSTED >', '&lt; / UNTRUSTED >'],
    ['the beginning of a block', '<untrusted source="us">', '&lt;untrusted source="us">'],
    ['plain text in any language', 'größer 大 <b>\n\tx', 'größer 大 <b>\n\tx'],
  ])('makes %s harmless', (_, text, expected) => assert.equal(escapeUntrusted(text), expected));

  it('lets no text end a block', () => {
    const part = fc.constantFrom('<', '/', 'untrusted', 'UNTRUSTED', ' ', '>', '\u200b', '\n', '&lt;', 'x');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = fence('log records', [escapeUntrusted(parts.join(''))]);
        assert.deepEqual(text.match(/<\s*\/?\s*untrusted/gi), ['<untrusted', '</untrusted']);
      }),
    );
  });
});

describe('abridge', () => {
  it('shows the beginning of long texts, lists and objects, and how long they are', () => {
    assert.equal(abridge('x'.repeat(20), 10), 'xxxxxxxxxx… [20 characters]');
    const list = abridge(
      Array.from({ length: 30 }, (_, index) => index),
      1_000,
    ) as JsonValue[];
    assert.deepEqual([list.length, list.at(-1)], [21, '… [30 items]']);
    assert.equal(JSON.stringify(abridge([[[[[[[1]]]]]]], 1_000)), '[[[[[["…"]]]]]]');
    assert.deepEqual(abridge({ a: 'x'.repeat(50), b: 1, c: 2 }, 40), {
      a: `${'x'.repeat(40)}… [50 characters]`,
      '…': '[3 names]',
    });
  });

  it('escapes names as well as values', () => {
    assert.deepEqual(abridge({ '</untrusted>\u0000': '\u0001' }, 50), { '&lt;/untrusted>\\u{0}': '\\u{1}' });
  });
});
