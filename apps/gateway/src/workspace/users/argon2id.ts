import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

export interface Argon2Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The form of a stored hash: https://github.com/P-H-C/phc-string-format, with version 1.3 of Argon2. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

/** Returns the Argon2id hash of a text as a PHC string, with a random salt unless one is given. */
export async function hash(text: string, cost: Argon2Cost, salt: Buffer = randomBytes(SALT_BYTES)): Promise<string> {
  const { memory, passes, parallelism } = cost;
  const bytes = await derive('argon2id', { message: text, nonce: salt, tagLength: HASH_BYTES, ...cost });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(bytes)}`;
}

/**
 * Returns whether the text has this hash, in a time that does not depend on how much of it is right.
 *
 * @throws Error if the stored text is not a PHC string of Argon2id.
 */
export async function verify(stored: string, text: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = PHC.exec(stored) ?? [];
  if (salt === undefined || expected === undefined) throw new Error('a stored password hash is not Argon2id');
  const wanted = Buffer.from(expected, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const nonce = Buffer.from(salt, 'base64');
  return timingSafeEqual(await derive('argon2id', { message: text, nonce, tagLength: wanted.length, ...cost }), wanted);
}

/** PHC strings leave the padding of base64 out. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
