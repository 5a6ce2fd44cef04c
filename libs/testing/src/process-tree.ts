import { readdirSync, readFileSync } from 'node:fs';

/** Processes that a process started, directly or not, whose command line holds the text. Linux only. */
export function descendants(root: number, text = ''): number[] {
  const children = new Map<number, number[]>();
  const commands = new Map<number, string>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), pid]);
      commands.set(pid, readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      // The process has exited in the meantime.
    }
  }
  const found: number[] = [];
  const visit = (pid: number): void => {
    for (const child of children.get(pid) ?? []) {
      if (commands.get(child)?.includes(text)) found.push(child);
      visit(child);
    }
  };
  visit(root);
  return found;
}

/**
 * Private memory of a process and its descendants, in bytes. Pages of mapped files, which the system reclaims when
 * needed, are not included. Linux only.
 */
export function privateBytes(root: number): number {
  return [root, ...descendants(root)].reduce((sum, pid) => sum + anonymousBytes(pid), 0);
}

function anonymousBytes(pid: number): number {
  try {
    const [, kib = '0'] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) * 1024;
  } catch {
    return 0;
  }
}
