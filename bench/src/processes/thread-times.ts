import { readdirSync, readFileSync } from 'node:fs';
import { descendants } from '@svc/testing';
import { commandName, parseCpuSeconds } from './process-tree.js';

/** CPU seconds of a process and all it started, by `<process>: <name of the thread>`. Threads that have ended are not in it. */
export function threadTimes(root: number): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const pid of [root, ...descendants(root)]) {
    try {
      const command = commandName(pid);
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
        const name = `${command}: ${stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))}`;
        totals.set(name, (totals.get(name) ?? 0) + parseCpuSeconds(stat));
      }
    } catch {
      // The process has exited in the meantime.
    }
  }
  return totals;
}
