import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readStart } from './process-table.js';

/** Another process supervises the directory. */
export class StateInUseError extends Error {
  override readonly name = 'StateInUseError';

  constructor(readonly pid: number) {
    super(`Another running process uses this state directory: ${pid}.`);
  }
}

/**
 * Claims the directory, so that only this process supervises it, until the returned function is called. The claim of a killed process
 * lapses.
 *
 * @throws StateInUseError if another process holds the claim.
 */
export function claim(file: string): () => void {
  const mine = `${process.pid} ${readStart(process.pid) ?? ''}`;
  const holder = findHolder(file);
  if (holder !== undefined) throw new StateInUseError(holder);
  rmSync(file, { force: true });
  // Created exclusively, so that one of two processes that both saw a lapsed claim fails here.
  writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** Returns the ID of the running process that holds the claim. */
export function findHolder(file: string): number | undefined {
  let holder: string;
  try {
    holder = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const [, pid = '', start = ''] = /^(\d+) (.+)$/.exec(holder) ?? [];
  return start !== '' && readStart(Number(pid)) === start ? Number(pid) : undefined;
}
