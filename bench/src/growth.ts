/**
 * Measures how the cost of reads grows: `node dist/growth.js [directory]`. Runs `reads` on one, ten and fifty million
 * log records of a day with a fifth as many spans, and on the ten million of 28 days, and prints the CPU time of each
 * request on each of them, because CPU time is the cost that grows. An existing directory is used again.
 */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { printer } from './figures/figure.js';

const directory = process.argv[2] ?? path.join(tmpdir(), 'svc-bench-growth');
const MILLION = 1_000_000;
const SPANS_PER_LOG = 0.2;
const STORES = [
  { name: '1 million', logs: MILLION, days: 1 },
  { name: '10 million', logs: 10 * MILLION, days: 1 },
  { name: '50 million', logs: 50 * MILLION, days: 1 },
  { name: '10 million of 28 days', logs: 10 * MILLION, days: 28 },
] as const;

interface Read {
  readonly question?: string;
  readonly engineCpuMs: number;
  readonly ourCpuMs: number;
}

const costs = new Map<string, Record<string, number>>();
for (const { name, logs, days } of STORES) {
  const options = [path.join(directory, name.replaceAll(' ', '-')), logs * SPANS_PER_LOG, logs, '', days].map(String);
  const script = new URL('reads.js', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    const { question, engineCpuMs, ourCpuMs } = JSON.parse(line) as Read;
    if (question === undefined) continue;
    costs.set(question, { ...costs.get(question), [name]: Math.round(engineCpuMs + ourCpuMs) });
  }
}
const print = printer({ spansPerLog: SPANS_PER_LOG });
for (const [question, cpuMs] of costs) print({ figure: 'growth', question, cpuMs });
