import { randomInt } from 'node:crypto';

/** Consonants that are not mistaken for each other: no vowels, so that no word comes out, and nothing that looks like a digit. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** A code that a person reads on one screen and types on another: 20^8, as RFC 8628 (6.1) proposes. */
export function generateUserCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** `BCDF-GHJK`. */
export function formatUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** Normalizes a typed code to its stored form: without case, blanks and signs. Undefined if it cannot be a code. */
export function parseUserCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return CODE.test(code) ? code : undefined;
}
