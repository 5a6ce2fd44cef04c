import { randomInt } from 'node:crypto';
import { hashSecret } from '@svc/auth';

const COUNT = 10;
/** Lower-case letters and digits except ambiguous ones. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Ten codes of 16 random characters (79 bits), so that a fast hash is enough. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () =>
    Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    ).join('-'),
  );
}

/** The stored hash of a code, however its groups are typed. */
export function hashRecoveryCode(code: string): Buffer<ArrayBuffer> {
  return hashSecret(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
