import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { descendants, startStandalone } from '@svc/testing';
import { printer } from './figures/figure.js';
import { commandName, processTree } from './processes/process-tree.js';
import { threadTimes } from './processes/thread-times.js';

/**
 * `node dist/idle.js [seconds]`: what a service at rest takes, a minute after a start on a state directory that an earlier start has made.
 * CPU in thousandths of a core by process and thread, and memory by process: resident, its private part, and resident with each shared page
 * counted once.
 */
const SECONDS = Number(process.argv[2] ?? 60);
const SETTLE_SECONDS = 60;

// No metrics, as by default.
const topology = await startStandalone({ env: { SVC_METRICS_PORT: '' } });
try {
  const service = topology.processes.get('standalone');
  await service?.stop();
  service?.start();
  await topology.ready();
  await pause(SETTLE_SECONDS * 1000);
  const pid = service?.pid ?? 0;
  const before = { processes: processTree(pid), threads: threadTimes(pid) };
  await pause(SECONDS * 1000);
  const after = { processes: processTree(pid), threads: threadTimes(pid) };
  const perMille = (seconds: number): number => Math.round((seconds / SECONDS) * 10_000) / 10;
  const processes = [...after.processes].map(
    ([name, { cpuSeconds }]) => [name, perMille(cpuSeconds - (before.processes.get(name)?.cpuSeconds ?? 0))] as const,
  );
  const threads = [...after.threads]
    .map(([name, seconds]) => [name, perMille(seconds - (before.threads.get(name) ?? 0))] as const)
    .filter(([, each]) => each > 0)
    .sort(([, one], [, other]) => other - one);
  const held = memory(pid);
  printer({ seconds: SECONDS, settleSeconds: SETTLE_SECONDS, topology: 'standalone' })({
    figure: 'idle',
    cpuPercent: Math.round(processes.reduce((sum, [, each]) => sum + each, 0) * 10) / 100,
    residentMb: held['all']?.['resident'],
    cpuPerMille: {
      all: Math.round(processes.reduce((sum, [, each]) => sum + each, 0) * 10) / 10,
      ...Object.fromEntries(processes),
    },
    threadsPerMille: Object.fromEntries(threads),
    memoryMb: held,
  });
} finally {
  await topology.stop();
}

/** Megabytes by command name, and of all. */
function memory(root: number): Record<string, Record<string, number>> {
  const totals: Record<string, Record<string, number>> = {};
  for (const pid of [root, ...descendants(root)]) {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kib = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0);
    const megabytes = { resident: kib('Rss'), shared_once: kib('Pss'), private: kib('Anonymous') };
    for (const name of ['all', commandName(pid)]) {
      const sum = (totals[name] ??= { resident: 0, shared_once: 0, private: 0 });
      for (const [kind, each] of Object.entries(megabytes)) sum[kind] = (sum[kind] ?? 0) + each;
    }
  }
  for (const sum of Object.values(totals)) {
    for (const [kind, each] of Object.entries(sum)) sum[kind] = Math.round((each * 1024) / 1e6);
  }
  return totals;
}
