import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateApiKey } from '@svc/auth';
import { generateKey } from '@svc/encryption';

/** Longest path of a unix socket that every system accepts, less the longest socket name here. */
const MAX_RUN_PATH_BYTES = 80;

export interface StateDirectory {
  readonly path: string;
  /** For sockets: short, and entered by this user only. */
  readonly runPath: string;
  readonly secrets: Secrets;
  /** From now on there is no first key any more. */
  forgetFirstKey(): Promise<void>;
}

export interface Secrets {
  /** Signs cursors; a new one would break every cursor a client holds. */
  readonly cursor: string;
  /** Encrypts stored secrets; without it they are lost. */
  readonly encryption: string;
  /** The owner's key until a start has shown it: a first start can fail behind the moment at which the workspace is made. */
  readonly firstKey?: string;
}

/** Opens the directory that holds everything, making it at the first start. */
export async function openStateDirectory(directory: string): Promise<StateDirectory> {
  const state = path.resolve(directory);
  // Readable by others only as a way through: the database server may run as another user.
  await mkdir(state, { recursive: true, mode: 0o711 });
  const inside = path.join(state, 'run');
  const runPath =
    Buffer.byteLength(inside) <= MAX_RUN_PATH_BYTES
      ? inside
      : path.join(tmpdir(), `svc-${createHash('sha256').update(state).digest('hex').slice(0, 12)}`);
  await mkdir(runPath, { recursive: true, mode: 0o700 });
  const file = path.join(state, 'secrets.json');
  const secrets = await readSecrets(file);
  const { cursor, encryption } = secrets;
  return { path: state, runPath, secrets, forgetFirstKey: () => writeSecrets(file, { cursor, encryption }) };
}

/** Those that are there, and new ones for those that are not: an older state directory may lack some. */
async function readSecrets(file: string): Promise<Secrets> {
  const found = await readJson(file);
  const first = found ?? { firstKey: generateApiKey('org').secret };
  const secrets = { cursor: randomBytes(32).toString('base64url'), encryption: generateKey('state'), ...first };
  if (Object.keys(secrets).length > Object.keys(found ?? {}).length) await writeSecrets(file, secrets);
  return secrets;
}

/** Whole or not at all: a start that is killed here must not leave half a file behind. */
async function writeSecrets(file: string, secrets: Secrets): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

async function readJson(file: string): Promise<Partial<Secrets> | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
