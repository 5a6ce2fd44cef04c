/**
 * A real run beside its simulation: `node dist/takeover.js [logs a second]`. Six services with two ingest processes and four partitions;
 * one ingest process is killed and comes back, and what waits is compared with what the simulation predicts. Ends with 1 if they differ by
 * more than the tolerance.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { eventually, type Topology } from '@svc/testing';
import { startDistributed } from '@svc/testing/distributed';
import { printer } from './figures/figure.js';
import type { SenderOptions, SenderResult } from './senders/sender.worker.js';
import type { Scenario } from './simulator/scenario.js';
import { evenShares } from './simulator/shares.js';
import { SETTLED_SECONDS, simulateIngestion } from './simulator/simulate-ingestion.js';

const rowsPerSecond = Number(process.argv[2] ?? 10_000);
const ROWS_PER_REQUEST = 1_000;
const PARTITIONS = 4;
const SESSION_SECONDS = 10;
/** The coordinator notices after the session timeout; the next heartbeats (every third of it) make the others join. */
const TAKEOVER_SECONDS = SESSION_SECONDS + SESSION_SECONDS / 3;
const JOIN_SECONDS = 3;
const AT = 15;
const AWAY = 40;
const SECONDS = 90;
const SAMPLE_MS = 500;
/** The maximum differs by the moment of a heartbeat, the recovery also by other work of the machine. */
const TOLERANCE = { maxLag: 0.4, recoverySeconds: 0.4 } as const;

const print = printer({ rowsPerSecond, partitions: PARTITIONS, ingests: 2, sessionSeconds: SESSION_SECONDS });
const topology = await startDistributed({
  replicas: { ingest: 2 },
  sharedEnv: {
    SVC_KAFKA_PARTITIONS: String(PARTITIONS),
    SVC_KAFKA_SESSION_TIMEOUT_MS: String(SESSION_SECONDS * 1_000),
  },
});
try {
  const capacity = await measureCapacity();
  const measured = await measureTakeover();
  const simulated = simulateIngestion(scenario(capacity));
  print({
    figure: 'takeover',
    capacityPerSecond: Math.round(capacity),
    maxLag: { measured: measured.maxLag, simulated: Math.round(simulated.maxLag) },
    recoverySeconds: { measured: measured.recoverySeconds, simulated: simulated.recoverySeconds },
    lagEverySecond: { measured: everySecond(measured.lag), simulated: everySecond(simulated.lag) },
  });
  if (!isNear(measured.maxLag, simulated.maxLag, TOLERANCE.maxLag)) process.exitCode = 1;
  if (!isNear(measured.recoverySeconds, simulated.recoverySeconds, TOLERANCE.recoverySeconds)) process.exitCode = 1;
} finally {
  await topology.stop();
}

function scenario(capacity: number): Scenario {
  return {
    rowsPerSecond,
    shares: evenShares(PARTITIONS),
    sinks: { count: 2, rowsPerSecond: capacity / 2, takeoverSeconds: TAKEOVER_SECONDS, joinSeconds: JOIN_SECONDS },
    // One machine has one store, which the capacity of the sinks includes.
    shards: { count: 1, rowsPerSecond: capacity },
    failure: { kind: 'sink', at: AT, seconds: AWAY },
    seconds: SECONDS,
  };
}

/** Rows a second that both processes store together, with the sender beside them. */
async function measureCapacity(): Promise<number> {
  await send(topology, { seconds: 3 });
  await eventually('everything is stored', async () => (await readLag()) === 0);
  const started = performance.now();
  const { items } = await send(topology, { seconds: 6 });
  await eventually('everything is stored', async () => (await readLag()) === 0);
  return (items * 1_000) / (performance.now() - started);
}

async function measureTakeover() {
  const lost = topology.processes.get('ingest-2');
  if (!lost) throw new Error('there is no second ingest process');
  const sending = send(topology, { seconds: SECONDS, itemsPerSecond: rowsPerSecond });
  const failure = pause(AT * 1_000)
    .then(() => lost.kill())
    .then(() => pause(AWAY * 1_000))
    .then(() => lost.start());
  const lag: number[] = [];
  for (let sample = 0, start = performance.now(); sample < (SECONDS * 1_000) / SAMPLE_MS; sample += 1) {
    lag.push(await readLag());
    await pause(Math.max(0, start + (sample + 1) * SAMPLE_MS - performance.now()));
  }
  await Promise.all([sending, failure]);
  const from = (AT * 1_000) / SAMPLE_MS;
  const lastHigh = lag.findLastIndex((rows) => rows > rowsPerSecond * SETTLED_SECONDS);
  return {
    lag,
    maxLag: Math.max(...lag.slice(from)),
    recoverySeconds: (Math.max(0, lastHigh + 1 - from) * SAMPLE_MS) / 1_000,
  };
}

let lastLag = 0;

/** Rows that wait in all partitions, as the process that stays says. */
async function readLag(): Promise<number> {
  const [stays] = topology.ingests;
  if (!stays) throw new Error('there is no ingest process');
  const text = await (await fetch(stays.metricsUrl)).text();
  const records = /^svc_event_log_lag_records\{topic="otlp\.logs"\} (\d+)$/m.exec(text)?.[1];
  // Absent while Kafka does not answer in time.
  if (records !== undefined) lastLag = Number(records) * ROWS_PER_REQUEST;
  return lastLag;
}

function send({ ingestUrl, apiKey }: Topology, pace: Pick<SenderOptions, 'seconds' | 'itemsPerSecond'>) {
  return new Promise<SenderResult>((resolve, reject) => {
    const workerData: SenderOptions = { url: `${ingestUrl}/v1/logs`, apiKey, signal: 'logs', connections: 4, ...pace };
    const worker = new Worker(new URL('./senders/sender.worker.js', import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function everySecond(lag: readonly number[]): number[] {
  return lag.filter((_, sample) => sample % (1_000 / SAMPLE_MS) === 0).map(Math.round);
}

function isNear(measured: number, simulated: number | undefined, tolerance: number): boolean {
  return simulated !== undefined && Math.abs(measured - simulated) <= tolerance * simulated;
}
