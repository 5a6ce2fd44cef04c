import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A JSON object whose members have not been checked. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** A configuration file cannot be read or has the wrong content. The message never repeats content, which may be a secret. */
export class ConfigFileError extends Error {
  override readonly name = 'ConfigFileError';
}

/** A process that does not renew its lock for this long has died. */
const STALE_MS = 10_000;
const RETRIES = { retries: 600, minTimeout: 20, maxTimeout: 100, factor: 1.5 };

/**
 * Reads the object of a file; the object is empty if the file does not exist.
 *
 * @throws ConfigFileError when the file cannot be read or does not contain a JSON object.
 */
export function readJsonFile(file: string): JsonRecord {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new ConfigFileError(`${file} cannot be read`);
  }
  try {
    const content = JSON.parse(text) as unknown;
    if (isRecord(content)) return content;
  } catch {
    // The error of JSON.parse quotes the text around the mistake, which may be a key.
  }
  throw malformed(file);
}

/**
 * Replaces a file atomically, so that a reader never sees half of it. Only its owner may read it, because it holds secrets.
 *
 * @throws ConfigFileError when the file cannot be written.
 */
export async function replaceJsonFile(file: string, content: JsonRecord): Promise<void> {
  // Loaded on demand: most commands of the client write nothing.
  const { default: writeFileAtomic } = await import('write-file-atomic');
  await orUnwritable(file, async () => {
    createDirectory(file);
    await writeFileAtomic(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  });
}

/** Runs `work` while no other process holds the lock of the file. The file itself need not exist. */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const { default: lockfile } = await import('proper-lockfile');
  const release = await orUnwritable(file, () => {
    createDirectory(file);
    return lockfile.lock(file, { realpath: false, stale: STALE_MS, retries: RETRIES });
  });
  try {
    return await work();
  } finally {
    await release();
  }
}

async function orUnwritable<Result>(file: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ConfigFileError(`${file} cannot be written${code}`);
  }
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function malformed(file: string): ConfigFileError {
  return new ConfigFileError(`${file} is not a valid configuration`);
}

function createDirectory(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
}
