import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { Signal } from '@svc/otlp';
import { percentiles } from './figure.js';
import { protobufPayload } from './payloads.js';

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
  /** Requests per second; if undefined, as fast as responses arrive. */
  readonly itemsPerSecond?: number;
}

const { url, apiKey, signal, seconds, connections, itemsPerSecond } = workerData as SenderOptions;

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const bodies = Array.from({ length: DISTINCT }, (_, seed) =>
  gzipSync(protobufPayload(signal, { rows: ITEMS_PER_REQUEST, seed, nowNs: BigInt(Date.now()) * 1_000_000n })),
);
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
    if ((await post(body)) === 200) {
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

function post(body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-svc-api-key': apiKey,
      'content-type': 'application/x-protobuf',
      'content-encoding': 'gzip',
      'content-length': body.byteLength,
    };
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    call.once('error', reject);
    call.end(body);
  });
}
