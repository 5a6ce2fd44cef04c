import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readStart } from './process-table.js';

/**
 * Claims the directory, so that only this process supervises it, until the returned function is called. The claim of a killed process
 * lapses. Throws if another process holds the claim.
 */
export function claim(file: string): () => void {
  const mine = `${process.pid} ${readStart(process.pid) ?? ''}`;
  if (isHeld(file)) throw new Error('Another running process uses this state directory.');
  rmSync(file, { force: true });
  // Created exclusively, so that one of two processes that both saw a lapsed claim fails here.
  writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
  return () => rmSync(file, { force: true });
}

function isHeld(file: string): boolean {
  let holder: string;
  try {
    holder = readFileSync(file, 'utf8');
  } catch {
    return false;
  }
  const [, pid = '', start = ''] = /^(\d+) (.+)$/.exec(holder) ?? [];
  return start !== '' && readStart(Number(pid)) === start;
}
