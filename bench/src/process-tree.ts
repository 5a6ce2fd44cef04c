import { readdirSync, readFileSync } from 'node:fs';
import { privateBytes } from '@svc/testing';

/** Linux counts CPU time in these; sysconf(_SC_CLK_TCK) is 100 on every supported platform. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

export interface Usage {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

/** What a process and everything it started use, by command name. Linux only. */
export function processTree(root: number): ReadonlyMap<string, Usage> {
  const children = new Map<number, number[]>();
  const stats = new Map<number, { name: string; usage: Usage }>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    const fields = Number.isInteger(pid) ? readStat(pid) : undefined;
    if (!fields) continue;
    stats.set(pid, fields);
    children.set(fields.parent, [...(children.get(fields.parent) ?? []), pid]);
  }
  const totals = new Map<string, Usage>();
  const visit = (pid: number): void => {
    const found = stats.get(pid);
    if (found) {
      const sum = totals.get(found.name) ?? { cpuSeconds: 0, residentBytes: 0 };
      totals.set(found.name, {
        cpuSeconds: sum.cpuSeconds + found.usage.cpuSeconds,
        residentBytes: sum.residentBytes + found.usage.residentBytes,
      });
    }
    for (const child of children.get(pid) ?? []) visit(child);
  };
  visit(root);
  return totals;
}

function readStat(pid: number): { name: string; parent: number; usage: Usage } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything; the numbers follow the last one.
    const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (number: number): number => Number(numbers[number - 3]);
    return {
      name: commandName(pid),
      parent: field(4),
      usage: { cpuSeconds: (field(14) + field(15)) / TICKS_PER_SECOND, residentBytes: field(24) * PAGE_BYTES },
    };
  } catch {
    return undefined; // It ended meanwhile.
  }
}

/** Our processes are told apart by what they run, not by the name of the interpreter. */
function commandName(pid: number): string {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  if (command.includes('columnar')) return 'column store';
  if (command.includes('postgres')) return 'postgres';
  return 'node';
}

const SAMPLE_MS = 250;

/** The most that a process and everything it started held at once, looked at four times a second. */
export class PeakMemory {
  #residentBytes = 0;
  #privateBytes = 0;
  readonly #sampling: NodeJS.Timeout;

  constructor(private readonly root: number) {
    this.#sampling = setInterval(() => this.#sample(), SAMPLE_MS);
  }

  /** `residentMb` counts pages of mapped files too, which the system takes back when it needs them; `privateMb` does not. */
  stop(): { readonly residentMb: number; readonly privateMb: number } {
    clearInterval(this.#sampling);
    this.#sample();
    return { residentMb: Math.round(this.#residentBytes / 1e6), privateMb: Math.round(this.#privateBytes / 1e6) };
  }

  #sample(): void {
    const resident = [...processTree(this.root).values()].reduce((sum, { residentBytes }) => sum + residentBytes, 0);
    this.#residentBytes = Math.max(this.#residentBytes, resident);
    this.#privateBytes = Math.max(this.#privateBytes, privateBytes(this.root));
  }
}
