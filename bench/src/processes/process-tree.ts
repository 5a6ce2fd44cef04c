import { readdirSync, readFileSync } from 'node:fs';
import type { Topology } from '@svc/testing';
/** Linux counts CPU time in these; sysconf(_SC_CLK_TCK) is 100 on every supported platform. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

export interface Usage {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  /** Memory without pages of mapped files, which the system reclaims when it needs them. */
  readonly privateBytes: number;
}

/** The usage of a process and everything it started, by command name. Linux only. */
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
      const sum = totals.get(found.name) ?? { cpuSeconds: 0, residentBytes: 0, privateBytes: 0 };
      totals.set(found.name, {
        cpuSeconds: sum.cpuSeconds + found.usage.cpuSeconds,
        residentBytes: sum.residentBytes + found.usage.residentBytes,
        privateBytes: sum.privateBytes + found.usage.privateBytes,
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
    // The name is in parentheses and may contain anything; the numbers follow the last parenthesis.
    const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (number: number): number => Number(numbers[number - 3]);
    return {
      name: commandName(pid),
      parent: field(4),
      usage: {
        cpuSeconds: parseCpuSeconds(stat),
        residentBytes: field(24) * PAGE_BYTES,
        privateBytes: anonymousBytes(pid),
      },
    };
  } catch {
    return undefined; // The process has exited in the meantime.
  }
}

/** User and system time in a text of /proc/<pid>/stat or of one of its threads. */
export function parseCpuSeconds(stat: string): number {
  const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(numbers[11]) + Number(numbers[12])) / TICKS_PER_SECOND;
}

/** Names processes of this service by their script, not by the interpreter. */
export function commandName(pid: number): string {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  if (command.includes('columnar')) return 'column store';
  if (command.includes('postgres')) return 'postgres';
  return 'node';
}

function anonymousBytes(pid: number): number {
  const [, kib = '0'] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}

const SAMPLE_MS = 250;

/** The peak memory of a process and everything it started, sampled four times a second. */
export class PeakMemory {
  #resident: ReadonlyMap<string, Usage> = new Map();
  #private: ReadonlyMap<string, Usage> = new Map();
  readonly #sampling: NodeJS.Timeout;

  constructor(private readonly root: number) {
    this.#sampling = setInterval(() => this.#sample(), SAMPLE_MS);
  }

  /** Megabytes of all, and by command name at the peak of each. */
  stop() {
    clearInterval(this.#sampling);
    this.#sample();
    return {
      peakResidentMb: megabytes(this.#resident, 'residentBytes'),
      peakPrivateMb: megabytes(this.#private, 'privateBytes'),
    };
  }

  #sample(): void {
    const now = processTree(this.root);
    if (total(now, 'residentBytes') > total(this.#resident, 'residentBytes')) this.#resident = now;
    if (total(now, 'privateBytes') > total(this.#private, 'privateBytes')) this.#private = now;
  }
}

type Memory = 'residentBytes' | 'privateBytes';

function total(usage: ReadonlyMap<string, Usage>, memory: Memory): number {
  return [...usage.values()].reduce((sum, each) => sum + each[memory], 0);
}

function megabytes(usage: ReadonlyMap<string, Usage>, memory: Memory): Record<string, number> {
  const each = [...usage].map(([name, bytes]) => [name, Math.round(bytes[memory] / 1e6)] as const);
  return { all: Math.round(total(usage, memory) / 1e6), ...Object.fromEntries(each) };
}

/** CPU milliseconds so far: of the column store, and of all else that answers. */
export function cpuMs({ processes }: Topology): { engine: number; ours: number } {
  const milliseconds = { engine: 0, ours: 0 };
  for (const child of processes.values()) {
    for (const [name, { cpuSeconds }] of processTree(child.pid)) {
      milliseconds[name === 'column store' ? 'engine' : 'ours'] += cpuSeconds * 1000;
    }
  }
  return milliseconds;
}
