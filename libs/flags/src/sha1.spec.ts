import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sha1Top60 } from './sha1.js';

const part = fc.string({ unit: 'binary', maxLength: 1200 });

it('returns the first 15 hexadecimal digits of the SHA-1 of three strings of any length', () => {
  fc.assert(
    fc.property(part, part, part, (before, id, after) => {
      const hex = createHash('sha1').update(before).update(id).update(after).digest('hex').slice(0, 15);
      assert.equal(sha1Top60(Buffer.from(before), id, Buffer.from(after)), parseInt(hex, 16));
    }),
    { numRuns: 2000 },
  );
});

it('computes correct hashes at every length around the ends of blocks', () => {
  for (let length = 0; length < 300; length++) {
    const hex = createHash('sha1').update('a'.repeat(length)).digest('hex').slice(0, 15);
    assert.equal(sha1Top60(Buffer.alloc(0), 'a'.repeat(length), Buffer.alloc(0)), parseInt(hex, 16), `${length}`);
  }
});
