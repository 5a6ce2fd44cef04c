import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identity of the process that holds a partition, by which another process of the same machine can check whether it is still running. */
export interface Owner {
  readonly id: string;
  /** Boot and process ID namespace; process IDs can only be compared within the same ones. */
  readonly realm: string;
  readonly pid: number;
  /** Start of the process in clock ticks since boot; distinguishes it from a later process with the same ID. */
  readonly started: string;
}

/** Creates a new identity in this process; every consumer has its own. */
export function newOwner(): Owner {
  return { id: randomUUID(), realm: realm(), pid: process.pid, started: readStart(process.pid) ?? '' };
}

/** True only if the process of the owner has certainly exited. */
export function isDead(owner: Owner): boolean {
  if (owner.realm !== realm()) return false;
  if (process.platform === 'linux') return readStart(owner.pid) !== owner.started;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function realm(): string {
  if (process.platform !== 'linux') return hostname();
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${readlinkSync('/proc/self/ns/pid')}`;
}

/** Reads field 22 of /proc/pid/stat, counted after the name, which may contain spaces and parentheses. A zombie counts as exited. */
function readStart(pid: number): string | undefined {
  if (process.platform !== 'linux') return '';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
