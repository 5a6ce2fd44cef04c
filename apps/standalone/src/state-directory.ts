import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateApiKey } from '@svc/auth';
import { generateKey } from '@svc/encryption';

/** The maximum length of a unix socket path on every system, minus the longest socket name here. */
const MAX_RUN_PATH_BYTES = 80;

export interface StateDirectory {
  readonly path: string;
  /** Directory for sockets, with a short path and accessible to this user only. */
  readonly runPath: string;
  readonly secrets: Secrets;
  /** Deletes the first key. */
  forgetFirstKey(): Promise<void>;
}

export interface Secrets {
  /** Signs cursors; a new secret would invalidate all cursors of clients. */
  readonly cursor: string;
  /** Encrypts stored secrets; they are lost without it. */
  readonly encryption: string;
  /** Encrypts the event log, which is unreadable without this key. */
  readonly eventLog: string;
  /** The key of the owner until a start has printed it: a first start can fail after the workspace was created. */
  readonly firstKey?: string;
}

/** The state directory cannot be used. The message names the directory and says what to do. */
export class UnusableStateDirectory extends Error {
  override readonly name = 'UnusableStateDirectory';
}

/**
 * Opens the state directory, and creates it at the first start.
 * @throws UnusableStateDirectory if this user cannot write it, or others could replace its contents.
 */
export async function openStateDirectory(directory: string): Promise<StateDirectory> {
  const state = path.resolve(directory);
  try {
    return await open(state);
  } catch (error) {
    if (!UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new UnusableStateDirectory(
      `The state directory ${state} cannot be written by this user. Name another directory with SVC_STATE_DIR.`,
      { cause: error },
    );
  }
}

const UNWRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

async function open(state: string): Promise<StateDirectory> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  // If this process is root, the database server runs as another user, who traverses the directory without reading it.
  // The directory itself may be a link, by which operators put it on another volume.
  await makePrivate(await realpath(state), process.getuid?.() === 0 ? 0o711 : 0o700);
  const inside = path.join(state, 'run');
  const runPath =
    Buffer.byteLength(inside) <= MAX_RUN_PATH_BYTES
      ? inside
      : path.join(tmpdir(), `svc-${createHash('sha256').update(state).digest('hex').slice(0, 12)}`);
  await mkdir(runPath, { recursive: true, mode: 0o700 });
  await makePrivate(runPath, 0o700);
  const file = path.join(state, 'secrets.json');
  const secrets = await readSecrets(file);
  const { firstKey: _, ...lasting } = secrets;
  return { path: state, runPath, secrets, forgetFirstKey: () => writeSecrets(file, lasting) };
}

/**
 * Gives a directory these permissions.
 * @throws UnusableStateDirectory when it is a link, or belongs to another user, who could replace its contents.
 */
async function makePrivate(directory: string, mode: number): Promise<void> {
  const status = await lstat(directory);
  const isOwn = process.getuid === undefined || status.uid === process.getuid();
  if (!status.isDirectory() || !isOwn)
    throw new UnusableStateDirectory(
      `${directory} must be a directory that belongs to the user who starts the service. Change its owner, or name another directory, ` +
        'such as a new one in it, with SVC_STATE_DIR.',
    );
  await chmod(directory, mode);
}

/** Reads the secrets and creates missing ones, which an older state directory may lack. */
async function readSecrets(file: string): Promise<Secrets> {
  const found = await readJson(file);
  const first = found ?? { firstKey: generateApiKey('org').secret };
  const secrets = {
    cursor: randomBytes(32).toString('base64url'),
    encryption: generateKey('state'),
    eventLog: generateKey('state-log'),
    ...first,
  };
  if (Object.keys(secrets).length > Object.keys(found ?? {}).length) await writeSecrets(file, secrets);
  return secrets;
}

/** Writes atomically, so that a killed start does not leave a partial file. */
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
