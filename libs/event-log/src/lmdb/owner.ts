import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process that holds a partition: enough to tell, from another process of the same machine, whether it still runs. */
export interface Owner {
  readonly id: string;
  /** Boot and process-id namespace: process ids compare only inside one of them. */
  readonly realm: string;
  readonly pid: number;
  /** Start of the process in clock ticks since boot; tells a process from a later one with its number. */
  readonly started: string;
}

/** A new identity of this process; every consumer has its own. */
export function newOwner(): Owner {
  return { id: randomUUID(), realm: realm(), pid: process.pid, started: readStart(process.pid) ?? '' };
}

/** True only when the owner's process has certainly ended. */
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

/** Field 22 of /proc/pid/stat, counted after the name, which may itself hold spaces and parentheses. A zombie has ended. */
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
