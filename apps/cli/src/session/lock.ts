import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Older locks were left by a process that died: nothing that is done under one takes as long. */
const STALE_MS = 30_000;
const STEP_MS = 50;

/** Runs one process at a time. `sleep` is how to wait. */
export async function underLock<Result>(
  file: string,
  sleep: (ms: number) => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  while (!take(file)) {
    if (isStale(file)) rmSync(file, { force: true });
    else await sleep(STEP_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function isStale(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > STALE_MS;
}
