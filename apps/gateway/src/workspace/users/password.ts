import { invalidField, ServiceError } from '@svc/service-error';
import { hash, verify } from './argon2id.js';
import { isCommonPassword } from './common-passwords.js';

/** Lengths of a password in characters; there is no rule about which characters. */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 256;

/** @throws ServiceError invalid_request for a new password that is too short or too long. */
export function checkNewPassword(password: string): void {
  if (password.length >= PASSWORD_MIN_LENGTH && password.length <= PASSWORD_MAX_LENGTH) return;
  const reason = `must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`;
  throw new ServiceError('invalid_request', {
    message: `The password ${reason}.`,
    details: [{ path: 'password', reason }],
  });
}

/**
 * The hash of a new password.
 *
 * @param path of the field of the request.
 * @throws ServiceError invalid_request for a password that is guessed first.
 */
export async function hashNewPassword(password: string, path = 'password'): Promise<string> {
  if (await isCommonPassword(password))
    throw invalidField(path, 'must not be one of the most common passwords, or a repetition');
  return hashPassword(password);
}

/** Argon2id, 19 MiB, two passes, one lane: the least the OWASP password storage guide recommends, 20 ms on one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;

/** The stored hash of a password, in PHC form. The same text typed on another keyboard is the same password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST);
}

/** Hash of a random password, so that a missing one takes the same time to verify. */
let randomHash: Promise<string> | undefined;

/**
 * Whether the password is the stored one. Where none is stored the work is done all the same, so that the time says nothing about
 * who has an account.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  randomHash ??= hashPassword(crypto.randomUUID());
  const matches = await verify(stored ?? (await randomHash), password.normalize('NFKC'));
  return matches && typeof stored === 'string';
}
