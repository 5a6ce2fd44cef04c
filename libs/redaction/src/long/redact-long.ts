import type { KeyClass } from '../key.js';
import { redactLeaf } from '../redact.js';
import { REDACTED } from '../spans.js';

/** Characters on each side of a cut in which nothing must be found. */
const MARGIN = 256;
/** Places that are tried for a cut. */
const MAX_TRIES = 64;

/**
 * Like `redactLeaf`, for a text whose search as a whole would take too much memory. It is cut into pieces at spaces with nothing sensitive
 * around them, so that no cut goes through a secret. A piece without such a space is replaced as a whole with what follows it.
 *
 * @param length characters that a piece has at most.
 */
export function redactLong(text: string, key: KeyClass, length: number): string {
  let redacted = '';
  for (let start = 0; start < text.length;) {
    if (text.length - start <= length) return redacted + redactLeaf(text.slice(start), key);
    const cut = findCut(text, start, start + length, key);
    if (cut === undefined) return redacted + REDACTED;
    redacted += redactLeaf(text.slice(start, cut), key);
    start = cut;
  }
  return redacted;
}

/** The last place before `end` at which the text can be cut. */
function findCut(text: string, start: number, end: number, key: KeyClass): number | undefined {
  let before = end;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const space = text.lastIndexOf(' ', before - 1);
    if (space <= start) return undefined;
    const around = text.slice(Math.max(start, space - MARGIN), space + MARGIN);
    if (redactLeaf(around, key) === around) return space;
    before = space - MARGIN;
  }
  return undefined;
}
