import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { it } from 'node:test';
import fc from 'fast-check';
import { sha1Top60 } from './sha1.js';

it('is what the general SHA-1 gives, for texts of every length and script', () => {
  const reference = (text: string): number => Number.parseInt(hash('sha1', text, 'hex').slice(0, 15), 16);
  for (let length = 0; length < 300; length++)
    assert.equal(sha1Top60('é'.repeat(length)), reference('é'.repeat(length)));
  for (const text of ['x'.repeat(1023), 'x'.repeat(1024), 'x'.repeat(1025), '€'.repeat(5000)])
    assert.equal(sha1Top60(text), reference(text));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) =>
      assert.equal(sha1Top60(text), reference(text)),
    ),
  );
});
