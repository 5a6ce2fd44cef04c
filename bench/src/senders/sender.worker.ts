import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { Signal } from '@svc/otlp';
import { percentiles } from '../figures/figure.js';
import { protobufPayload } from '../payloads/payloads.js';
import { post } from './post.js';

const ITEMS_PER_REQUEST = 1000;
/** Different requests, sent in turn. */
const DISTINCT = 40;

export interface SenderResult {
  readonly items: number;
  readonly refused: number;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
}

export interface SenderOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly signal: Signal;
  readonly seconds: number;
  readonly connections: number;
  /** Share of spans with an exception, each with a message of its own; that of the other benchmarks if undefined. */
  readonly failedPercent?: number | undefined;
  /** Requests per second; if undefined, as fast as responses arrive. */
  readonly itemsPerSecond?: number;
}

const { url, apiKey, signal, seconds, connections, itemsPerSecond, failedPercent } = workerData as SenderOptions;

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const target = { url, apiKey, agent };
const failures =
  failedPercent === undefined ? {} : { failures: { percent: failedPercent, eventName: 'exception', areVaried: true } };
const bodies = Array.from({ length: DISTINCT }, (_, seed) => {
  const options = { rows: ITEMS_PER_REQUEST, seed, nowNs: BigInt(Date.now()) * 1_000_000n, ...failures };
  return gzipSync(protobufPayload(signal, options));
});
const latencies: number[] = [];
let accepted = 0;
let refused = 0;
let sequence = 0;
let turns = 0;
const startedAt = performance.now();
const until = Date.now() + seconds * 1000;
await Promise.all(Array.from({ length: connections }, run));
latencies.sort((a, b) => a - b);
const result: SenderResult = {
  items: accepted * ITEMS_PER_REQUEST,
  refused,
  latencyMs: percentiles(latencies),
};
parentPort?.postMessage(result);

async function run(): Promise<void> {
  while (Date.now() < until) {
    await turn();
    const body = next();
    const start = process.hrtime.bigint();
    if ((await post(target, body, { 'content-encoding': 'gzip' })) === 200) {
      accepted++;
      latencies.push(Number(process.hrtime.bigint() - start) / 1e6);
    } else refused++;
  }
}

/** Resolves when the next request is due: a late one does not make the ones after it late. */
async function turn(): Promise<void> {
  if (itemsPerSecond === undefined) return;
  const due = startedAt + (turns++ * ITEMS_PER_REQUEST * 1000) / itemsPerSecond;
  const early = due - performance.now();
  if (early > 0) await pause(early);
}

/** The next request. A sequence number as file name in the gzip header (RFC 1952) makes its bytes new at no cost. */
function next(): Buffer {
  const body = bodies[sequence % DISTINCT] ?? Buffer.alloc(0);
  const header = Buffer.from(body.subarray(0, 10));
  header[3] = 0x08; // FNAME: a zero-terminated name follows the fixed header.
  return Buffer.concat([header, Buffer.from(`${sequence++}\0`, 'latin1'), body.subarray(10)]);
}
