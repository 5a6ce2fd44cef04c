import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const DIRECTORY = path.join(tmpdir(), `svc-test-ports-${process.getuid?.() ?? 0}`);
const mine = new Set<string>();

/**
 * Claims a port for as long as this process runs, among all test processes of this machine: between the moment when a port is found free
 * and the moment when a server listens on it, another test may find it free too. The claim of a process that is dead is void.
 */
export function claimPort(port: number): boolean {
  mkdirSync(DIRECTORY, { recursive: true });
  const file = path.join(DIRECTORY, String(port));
  if (!create(file)) {
    if (isAlive(readOwner(file))) return false;
    rmSync(file, { force: true });
    if (!create(file)) return false;
  }
  if (mine.size === 0) process.once('exit', releaseAll);
  mine.add(file);
  return true;
}

export function releasePort(port: number): void {
  const file = path.join(DIRECTORY, String(port));
  if (mine.delete(file)) rmSync(file, { force: true });
}

function releaseAll(): void {
  for (const file of mine) rmSync(file, { force: true });
}

function create(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** NaN for a claim that is being written, whose owner is therefore alive; undefined for one that no longer exists. */
function readOwner(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8') || NaN);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  if (Number.isNaN(pid)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
