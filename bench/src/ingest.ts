/**
 * The whole path of telemetry on one machine: `node dist/ingest.js [seconds] [signals] [failed %]`, see README.md. Starts a standalone on a
 * fresh directory, sends prepared requests of 1,000 items with gzip over eight connections from a thread of its own, and counts what was
 * acknowledged, when it was all stored, and what each process used. The sender shares the machine.
 */
import type { Signal } from '@svc/otlp';
import { startStandalone } from '@svc/testing';
import { printer } from './figures/figure.js';
import { CONNECTIONS, Consumption, send, stored } from './ingestion/load.js';
import { measureFreshness } from './reading/freshness.js';

const seconds = Number(process.argv[2] ?? 20);
const signals = (process.argv[3]?.split(',') ?? ['traces', 'logs', 'metrics']) as Signal[];
const failedPercent = process.argv[4] === undefined ? undefined : Number(process.argv[4]);
const WARM_UP_SECONDS = 3;
const print = printer({
  seconds,
  itemsPerRequest: 1000,
  connections: CONNECTIONS,
  encoding: 'protobuf, gzip',
  failedPercent,
});

const topology = await startStandalone();
try {
  for (const signal of signals) {
    await send(topology, signal, { seconds: WARM_UP_SECONDS, failedPercent });
    await stored(topology, signal);
    const queryablePerSecond = await fullLoad(signal);
    await halfLoad(signal, queryablePerSecond / 2);
  }
} finally {
  await topology.stop();
}

async function fullLoad(signal: Signal): Promise<number> {
  const consumption = new Consumption(topology);
  const started = process.hrtime.bigint();
  const sent = await send(topology, signal, { seconds, failedPercent });
  const sendSeconds = since(started);
  await stored(topology, signal);
  const storedSeconds = since(started);
  print({
    figure: 'full_load',
    signal,
    acknowledgedPerSecond: Math.round(sent.items / sendSeconds),
    queryablePerSecond: Math.round(sent.items / storedSeconds),
    ...consumption.of(sent.items),
    acknowledgeMs: sent.latencyMs,
    refused: sent.refused,
  });
  return sent.items / storedSeconds;
}

/** Measures the latency of clients and readers at half of the maximum load. */
async function halfLoad(signal: Signal, itemsPerSecond: number): Promise<void> {
  const sending = send(topology, signal, { seconds, itemsPerSecond, failedPercent });
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
  await stored(topology, signal);
}

function since(start: bigint): number {
  return Number(process.hrtime.bigint() - start) / 1e9;
}
