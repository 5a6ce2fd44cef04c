/**
 * The whole path of telemetry on one machine: `node dist/ingest.js [seconds] [signals] [failed %]`, see README.md. Starts a standalone on a
 * fresh directory, sends prepared requests of 1,000 items with gzip over eight connections from a thread of its own, and counts what was
 * acknowledged, when it was all stored, and what each process used. The sender shares the machine.
 */
import { Worker } from 'node:worker_threads';
import type { Signal } from '@svc/otlp';
import { freePorts, startStandalone, waitAtMost, type Topology } from '@svc/testing';
import { printer } from './figures/figure.js';
import { PeakMemory, processTree, type Usage } from './processes/process-tree.js';
import { threadTimes } from './processes/thread-times.js';
import { measureFreshness } from './reading/freshness.js';
import type { SenderOptions, SenderResult } from './senders/sender.worker.js';

const seconds = Number(process.argv[2] ?? 20);
const signals = (process.argv[3]?.split(',') ?? ['traces', 'logs', 'metrics']) as Signal[];
const failedPercent = process.argv[4] === undefined ? undefined : Number(process.argv[4]);
const CONNECTIONS = 8;
const WARM_UP_SECONDS = 3;
const print = printer({
  seconds,
  itemsPerRequest: 1000,
  connections: CONNECTIONS,
  encoding: 'protobuf, gzip',
  failedPercent,
});

const [metricsPort] = (await freePorts(1)) as [number];
const topology = await startStandalone({ env: { SVC_METRICS_PORT: String(metricsPort) } });
try {
  for (const signal of signals) {
    await send(topology, signal, { seconds: WARM_UP_SECONDS });
    await stored(signal);
    const queryablePerSecond = await fullLoad(signal);
    await halfLoad(signal, queryablePerSecond / 2);
  }
} finally {
  await topology.stop();
}

async function fullLoad(signal: Signal): Promise<number> {
  const pid = topology.processes.get('standalone')?.pid ?? 0;
  const memory = new PeakMemory(pid);
  const before = processTree(pid);
  const threadsBefore = threadTimes(pid);
  const started = process.hrtime.bigint();
  const sent = await send(topology, signal, { seconds });
  const sendSeconds = since(started);
  await stored(signal);
  const storedSeconds = since(started);
  const use = [...processTree(pid)].map(([name, usage]) => [name, cpuSeconds(usage, before.get(name))] as const);
  const threads = [...threadTimes(pid)]
    .map(([name, each]) => [name, round(((each - (threadsBefore.get(name) ?? 0)) * 1e6) / sent.items)] as const)
    .filter(([, each]) => each >= 0.05)
    .sort(([, one], [, other]) => other - one);
  const peaks = memory.stop();
  const total = use.reduce((sum, [, each]) => sum + each, 0);
  print({
    figure: 'full_load',
    signal,
    acknowledgedPerSecond: Math.round(sent.items / sendSeconds),
    queryablePerSecond: Math.round(sent.items / storedSeconds),
    queryablePerCpuSecond: Math.round(sent.items / total),
    cpuMicrosecondsPerItem: Object.fromEntries(use.map(([name, each]) => [name, round((each * 1e6) / sent.items)])),
    threadMicrosecondsPerItem: Object.fromEntries(threads),
    acknowledgeMs: sent.latencyMs,
    refused: sent.refused,
    ...peaks,
  });
  return sent.items / storedSeconds;
}

/** Measures the latency of clients and readers at half of the maximum load. */
async function halfLoad(signal: Signal, itemsPerSecond: number): Promise<void> {
  const sending = send(topology, signal, { seconds, itemsPerSecond });
  const freshnessMs = signal === 'metrics' ? undefined : await measureFreshness(topology, signal, seconds * 1000);
  const { latencyMs, refused, items } = await sending;
  print({
    figure: 'half_load',
    signal,
    itemsPerSecond: Math.round(items / seconds),
    acknowledgeMs: latencyMs,
    refused,
    ...(freshnessMs && { acknowledgedToQueryableMs: freshnessMs }),
  });
  await stored(signal);
}

function send(
  { ingestUrl, apiKey }: Topology,
  signal: Signal,
  pace: Pick<SenderOptions, 'seconds' | 'itemsPerSecond'>,
): Promise<SenderResult> {
  return new Promise((resolve, reject) => {
    const workerData: SenderOptions = {
      url: `${ingestUrl}/v1/${signal}`,
      apiKey,
      signal,
      connections: CONNECTIONS,
      failedPercent,
      ...pace,
    };
    const worker = new Worker(new URL('./senders/sender.worker.js', import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function stored(signal: Signal): Promise<void> {
  await waitAtMost(300_000, 'everything is stored', async () => (await lag(signal)) === 0, { everyMs: 20 });
}

async function lag(signal: Signal): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text
    .split('\n')
    .find((candidate) => candidate.startsWith(`svc_event_log_lag_records{topic="otlp.${signal}"}`));
  return Number(line?.split(' ').at(-1));
}

function cpuSeconds(after: Usage, before: Usage | undefined): number {
  return after.cpuSeconds - (before?.cpuSeconds ?? 0);
}

function since(start: bigint): number {
  return Number(process.hrtime.bigint() - start) / 1e9;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
