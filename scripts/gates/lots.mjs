/** Draws what a run of the gate does, by a hash of what is tested: it cannot be chosen by hand, and a repeated run does the same. */
import { createHash } from 'node:crypto';

export function lotsOf(tested) {
  /** The place of a name in the order that the hash makes: 64 hexadecimal digits. */
  const lot = (name) => createHash('sha256').update(`${tested} ${name}`).digest('hex');
  return {
    lot,
    /** The files of a suite that a whole run tests: all of them, or about one out of `oneOf`. */
    drawFiles: ({ files, oneOf = 1 }) => files.filter((file) => Number(`0x${lot(file).slice(0, 8)}`) % oneOf === 0),
  };
}
