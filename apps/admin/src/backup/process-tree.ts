import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that it started, parents first. Linux only. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const parent = Number(statFields(`/proc/${pid}/stat`)?.[1]);
    if (!Number.isNaN(parent)) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree: number[] = [root];
  // The list grows while it is walked.
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Stopped, or ended without having been waited for. */
const AT_REST = new Set(['T', 't', 'Z', 'X']);

/** Whether no thread of the process runs any more: a thread that waits for the disk stops only when it has the answer. */
export function isStopped(pid: number): boolean {
  let threads: string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return true;
  }
  return threads.every((thread) => {
    const state = statFields(`/proc/${pid}/task/${thread}/stat`)?.[0];
    return state === undefined || AT_REST.has(state);
  });
}

/** Sends a signal; a process that has ended needs none. */
export function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The fields from the third on, after the name, which may contain spaces and parentheses. */
function statFields(file: string): string[] | undefined {
  try {
    const stat = readFileSync(file, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
