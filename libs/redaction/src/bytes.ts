import { FEWEST } from './scan.js';
import { SHORTEST_TOKEN } from './secrets.js';

const OTHER = 0;
const DIGIT = 1;
const TOKEN = 2;
const SIGN = 3;

/** The kind of each byte. A sign is one that `scanTraits` lets a detector run for; so is a byte that is not ASCII. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (/[0-9]/.test(character)) return DIGIT;
  if (/[A-Za-z_-]/.test(character)) return TOKEN;
  return byte > 127 || /[ \t\n:=@"<%&\\]/.test(character) ? SIGN : OTHER;
});

/**
 * Whether a detector would run for the UTF-8 text in these bytes. False means that redaction does not change the text, unless it is the
 * value of a field that is named like a credential. It creates no string, because most short texts are plain words.
 */
export function mayBeSensitive(bytes: Uint8Array, start: number, end: number): boolean {
  let digits = 0;
  let token = 0;
  for (let i = start; i < end; i++) {
    const kind = KINDS[bytes[i] ?? 0];
    if (kind === SIGN) return true;
    if (kind === OTHER) {
      token = 0;
      continue;
    }
    if (++token >= SHORTEST_TOKEN) return true;
    if (kind === DIGIT && ++digits >= FEWEST.iban) return true;
  }
  return false;
}
