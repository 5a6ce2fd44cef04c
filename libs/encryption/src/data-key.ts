import { createKeyRing, generateKey, type KeyRing } from './key-ring.js';

/** Creates a random key, sealed by the ring for a place. Destroying the sealed text destroys everything that the key has sealed. */
export function createDataKey(ring: KeyRing, place: string): string {
  return ring.seal(generateKey('data'), place);
}

/** @throws Error if the text was not sealed for this place by a key of the ring; the error does not contain the text. */
export function openDataKey(ring: KeyRing, sealed: string, place: string): KeyRing {
  return createKeyRing(ring.open(sealed, place));
}
