import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openFor, sealFor } from './bound-secret.js';
import { createKeyRing, generateKey } from './key-ring.js';

describe('secrets for a destination', () => {
  const ring = createKeyRing(generateKey('k'));

  it('can be opened for the place and the destination that they were sealed for, and for no others', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (secret, place, destination, other) => {
        const sealed = sealFor(ring, secret, place, destination);
        assert.equal(openFor(ring, sealed, place, destination), secret);
        if (other !== destination) assert.throws(() => openFor(ring, sealed, place, other));
        if (other !== place) assert.throws(() => openFor(ring, sealed, other, destination));
        assert.throws(() => ring.open(sealed, place));
      }),
    );
  });

  it('keeps the limits between place and destination', () => {
    const sealed = sealFor(ring, 'secret', 'channel/1', '/2');
    assert.throws(() => openFor(ring, sealed, 'channel/1/', '2'));
  });

  it('opens what was sealed for a place alone', () => {
    assert.equal(openFor(ring, ring.seal('secret', 'channel/1'), 'channel/1', 'https://example.com'), 'secret');
  });
});
