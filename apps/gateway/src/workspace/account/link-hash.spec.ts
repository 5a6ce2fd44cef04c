import assert from 'node:assert/strict';
import { hashLink } from './link-hash.js';

const FIRST = Buffer.alloc(0);

describe('the hash of a link', () => {
  it('computes the documented hash', () => {
    // printf '5:entry,1:1,-6:Grüß,' | sha256sum
    const hash = hashLink(FIRST, ['entry', '1', null, 'Grüß']);
    assert.equal(hash.toString('hex'), '3ccaccd6f5f99046e407eec50c26fe897b94e99d8f40a16336245f7569d715e9');
  });

  it('depends on the previous link and on where a field ends', () => {
    const hashes = [
      hashLink(FIRST, ['ab', 'c']),
      hashLink(FIRST, ['a', 'bc']),
      hashLink(FIRST, ['abc', '']),
      hashLink(FIRST, ['abc', null]),
      hashLink(Buffer.alloc(32), ['ab', 'c']),
    ].map((hash) => hash.toString('hex'));
    assert.equal(new Set(hashes).size, hashes.length);
  });
});
