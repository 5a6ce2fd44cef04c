import type { KeyRing } from './key-ring.js';

/** The end of every text that is sealed for a destination. Texts of a key ring do not contain it. */
const MARK = '.to';

/**
 * Seals a secret that is sent to a destination, such as the token of an API: whoever changes the stored destination cannot have the
 * secret sent there.
 *
 * @param place the context of the secret, such as its table and row.
 * @param destination the origins that the secret may be sent to.
 */
export function sealFor(ring: KeyRing, secret: string, place: string, destination: string): string {
  return ring.seal(secret, toBoundPlace(place, destination)) + MARK;
}

/**
 * Opens a secret of `sealFor`, or one that an earlier version sealed for its place alone.
 *
 * @throws Error if it was sealed for another place or destination; the error does not contain the text.
 */
export function openFor(ring: KeyRing, sealed: string, place: string, destination: string): string {
  return sealed.endsWith(MARK)
    ? ring.open(sealed.slice(0, -MARK.length), toBoundPlace(place, destination))
    : ring.open(sealed, place);
}

const toBoundPlace = (place: string, destination: string): string => JSON.stringify([place, destination]);
