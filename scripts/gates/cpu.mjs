/** CPU seconds of a process and of all that it started, from /proc; undefined on systems without it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second of the times in /proc/<pid>/stat: USER_HZ, which is 100 on all platforms of Linux that Node supports. */
const TICKS = 100;

/**
 * Follows the processes of one task. The time of a process that has ended is in its parent's, which waited for it, so
 * the sum over the running ones counts everything once, except for the last moments of processes without a waiting
 * parent.
 */
export function followCpu(leader) {
  let most = 0;
  return {
    /** CPU seconds so far. */
    seconds(processes = readProcesses()) {
      if (processes === undefined) return undefined;
      let ticks = 0;
      for (const { pid, group, own } of processes.values())
        if (group === leader || descendsFrom(pid, leader, processes)) ticks += own;
      most = Math.max(most, ticks / TICKS);
      return most;
    },
  };
}

export function readProcesses() {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return new Map(pids.flatMap((pid) => readStat(Number(pid))));
  } catch {
    return undefined;
  }
}

function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent, group] = [Number(fields[1]), Number(fields[2])];
    // The fields are utime, stime, and the same of the children that it waited for.
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    return [[pid, { pid, parent, group, own }]];
  } catch {
    // The process has ended in the meantime.
    return [];
  }
}

function descendsFrom(pid, leader, processes) {
  for (let at = processes.get(pid); at !== undefined; at = processes.get(at.parent)) if (at.pid === leader) return true;
  return false;
}
