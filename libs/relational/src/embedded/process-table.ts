import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether the process is running; a zombie is not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that it is running as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || statusFields(pid)?.[0] !== 'Z';
}

/**
 * Distinguishes a process from a later one with the same ID (in a container, the IDs of the last run are all reused); undefined if it is
 * not running.
 */
export function readStart(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined;
  return process.platform === 'linux' ? statusFields(pid)?.[START_TIME_FIELD] : ps(pid, 'lstart=');
}

/** The command line, which can also be read for processes of other accounts; empty if the process is not running. */
export function readCommandLine(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command=') ?? '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Field 22 of /proc/<pid>/stat; the fields here start at the third, after the name, which may contain spaces. */
const START_TIME_FIELD = 22 - 3;

function statusFields(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
