/**
 * Sends the same requests to an OpenTelemetry Collector and to this service: `node dist/collector.js [seconds] [signals]`, see README.md.
 * Both end in the same embedded column store, and both are measured from the first request until every row can be read.
 */
import type { Signal } from '@svc/otlp';
import { waitAtMost } from '@svc/testing';
import { startCollector, startOurs, type Peer } from './collector/peer.js';
import { printer } from './figures/figure.js';
import { CONNECTIONS, send } from './ingestion/load.js';
import { processTree } from './processes/process-tree.js';

const seconds = Number(process.argv[2] ?? 20);
const signals = (process.argv[3]?.split(',') ?? ['traces', 'logs']) as Signal[];
const WARM_UP_SECONDS = 3;
const print = printer({ seconds, itemsPerRequest: 1000, connections: CONNECTIONS, encoding: 'protobuf, gzip' });

const costs = new Map<string, number>();
for (const start of [startCollector, startOurs]) {
  const peer = await start();
  try {
    for (const signal of signals) costs.set(`${peer.name}/${signal}`, await measure(peer, signal));
  } finally {
    await peer.stop();
  }
}
for (const signal of signals) {
  const [theirs, ours] = ['collector', 'standalone'].map((name) => costs.get(`${name}/${signal}`) ?? Number.NaN);
  print({ figure: 'rows_per_cpu_second_ratio', signal, value: round((theirs ?? 0) / (ours ?? 1)) });
}

/** CPU-seconds for a million rows that can be read. */
async function measure(peer: Peer, signal: Signal): Promise<number> {
  const warm = await send(toReceiver(peer), signal, { seconds: WARM_UP_SECONDS });
  await stored(peer, signal, warm.items);
  const before = cpuSeconds(peer);
  const started = performance.now();
  const sent = await send(toReceiver(peer), signal, { seconds });
  await stored(peer, signal, warm.items + sent.items);
  const cost = ((cpuSeconds(peer) - before) * 1e6) / sent.items;
  print({
    figure: 'side_by_side',
    peer: peer.name,
    signal,
    rows: sent.items,
    queryablePerSecond: Math.round((sent.items * 1000) / (performance.now() - started)),
    cpuSecondsPerMillionRows: round(cost),
    acknowledgeMs: sent.latencyMs,
    refused: sent.refused,
  });
  return cost;
}

async function stored(peer: Peer, signal: Signal, items: number): Promise<void> {
  await waitAtMost(300_000, 'every row can be read', () => peer.hasStored(signal, items), { everyMs: 50 });
}

function cpuSeconds({ pids }: Peer): number {
  const usages = pids.flatMap((pid) => [...processTree(pid).values()]);
  return usages.reduce((sum, usage) => sum + usage.cpuSeconds, 0);
}

function toReceiver({ url: ingestUrl, apiKey }: Peer) {
  return { ingestUrl, apiKey };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
