/**
 * The whole way of telemetry on one machine, one JSON line per figure: `node dist/ingest.js [seconds] [signals]`. Starts a standalone on
 * a fresh directory, sends prepared requests of 1,000 items with gzip over eight connections from a thread of its own, and counts
 * what was acknowledged, when it was all stored, and what each process used. The sender shares the machine.
 */
import { cpus, loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Signal } from '@svc/otlp';
import { eventually, freePorts, startStandalone, type Topology } from '@svc/testing';
import { processTree, type Usage } from './process-tree.js';
import type { SenderResult } from './sender.worker.js';

const seconds = Number(process.argv[2] ?? 20);
const signals = (process.argv[3]?.split(',') ?? ['traces', 'logs', 'metrics']) as Signal[];
const CONNECTIONS = 8;

const [metricsPort] = (await freePorts(1)) as [number];
const topology = await startStandalone({ env: { SVC_METRICS_PORT: String(metricsPort) } });
try {
  for (const signal of signals) await measure(signal);
} finally {
  await topology.stop();
}

async function measure(signal: Signal): Promise<void> {
  const pid = topology.processes.get('standalone')?.pid ?? 0;
  const before = processTree(pid);
  const started = process.hrtime.bigint();
  const sent = await send(topology, signal);
  const sendSeconds = since(started);
  await eventually('everything is stored', async () => (await lag(signal)) === 0, { timeoutMs: 300_000, everyMs: 20 });
  const storedSeconds = since(started);
  const after = processTree(pid);
  const use = [...after].map(([name, usage]) => [name, difference(usage, before.get(name))] as const);
  const cpuSeconds = use.reduce((sum, [, usage]) => sum + usage.cpuSeconds, 0);
  print({
    figure: 'ingest',
    signal,
    acknowledgedPerSecond: Math.round(sent.items / sendSeconds),
    queryablePerSecond: Math.round(sent.items / storedSeconds),
    queryablePerCpuSecond: Math.round(sent.items / cpuSeconds),
    acknowledgeMs: sent.latencyMs,
    refused: sent.refused,
    processes: Object.fromEntries(
      use.map(([name, usage]) => [name, { ...usage, residentMb: Math.round(usage.residentBytes / 1e6) }]),
    ),
  });
}

function send({ ingestUrl, apiKey }: Topology, signal: Signal): Promise<SenderResult> {
  return new Promise((resolve, reject) => {
    const workerData = { url: `${ingestUrl}/v1/${signal}`, apiKey, signal, seconds, connections: CONNECTIONS };
    const worker = new Worker(new URL('./sender.worker.js', import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function lag(signal: Signal): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text
    .split('\n')
    .find((candidate) => candidate.startsWith(`svc_event_log_lag_records{topic="otlp.${signal}"}`));
  return Number(line?.split(' ').at(-1));
}

function difference(after: Usage, before: Usage | undefined): Usage {
  return { cpuSeconds: round(after.cpuSeconds - (before?.cpuSeconds ?? 0)), residentBytes: after.residentBytes };
}

function since(start: bigint): number {
  return Number(process.hrtime.bigint() - start) / 1e9;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function print(figure: Record<string, unknown>): void {
  const conditions = {
    seconds,
    itemsPerRequest: 1000,
    connections: CONNECTIONS,
    encoding: 'protobuf, gzip',
    cores: cpus().length,
    load: loadavg()[0],
    node: process.version,
  };
  process.stdout.write(`${JSON.stringify({ ...figure, conditions })}\n`);
}
