import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { percentiles } from '../figures/figure.js';
import { demoLogs, demoTraces } from '../payloads/demo.js';
import { MovingRequest } from '../payloads/moving.js';
import { post } from './post.js';

export interface SoakSenderOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly signal: 'traces' | 'logs';
  readonly seconds: number;
  readonly itemsPerSecond: number;
}

export interface SoakSenderResult {
  readonly items: number;
  readonly refused: number;
  readonly acknowledgeMs: { readonly p50: number; readonly p99: number };
}

/** Every connection has requests of its own, because one that is being sent cannot be changed. */
const CONNECTIONS = 4;
const REQUESTS_PER_CONNECTION = 5;
const RECORDS = 1000;
const TRACES = 22;

const { url, apiKey, signal, seconds, itemsPerSecond } = workerData as SoakSenderOptions;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const target = { url, apiKey, agent };
const latencies: number[] = [];
let items = 0;
let refused = 0;
let planned = 0;
let sequence = 1;
const madeAtNs = now();
const requests = Array.from({ length: CONNECTIONS }, (_, connection) =>
  Array.from({ length: REQUESTS_PER_CONNECTION }, (_unused, n) => {
    const seed = connection * REQUESTS_PER_CONNECTION + n;
    const options = { seed, nowNs: madeAtNs };
    const bytes =
      signal === 'logs' ? demoLogs({ ...options, records: RECORDS }) : demoTraces({ ...options, traces: TRACES });
    return new MovingRequest(bytes, madeAtNs);
  }),
);
const startedAt = performance.now();
await Promise.all(requests.map(run));
const result: SoakSenderResult = { items, refused, acknowledgeMs: percentiles(latencies.sort((a, b) => a - b)) };
parentPort?.postMessage(result);

async function run(own: readonly MovingRequest[]): Promise<void> {
  for (let n = 0; performance.now() - startedAt < seconds * 1000; n++) {
    const next = own[n % own.length] as MovingRequest;
    // A late request does not make the ones after it late.
    const early = startedAt + (planned * 1000) / itemsPerSecond - performance.now();
    planned += next.items;
    if (early > 0) await pause(early);
    const started = performance.now();
    if ((await post(target, next.at(now(), sequence++))) === 200) {
      items += next.items;
      latencies.push(performance.now() - started);
    } else refused++;
  }
}

function now(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
