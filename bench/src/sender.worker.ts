import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { Signal } from '@svc/otlp';
import { protobufPayload } from './payloads.js';

const ITEMS_PER_REQUEST = 1000;
/** Different requests, sent in turn. */
const DISTINCT = 40;

export interface SenderResult {
  readonly items: number;
  readonly refused: number;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
}

const { url, apiKey, signal, seconds, connections } = workerData as {
  url: string;
  apiKey: string;
  signal: Signal;
  seconds: number;
  connections: number;
};

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const bodies = Array.from({ length: DISTINCT }, (_, seed) =>
  gzipSync(protobufPayload(signal, { rows: ITEMS_PER_REQUEST, seed, nowNs: BigInt(Date.now()) * 1_000_000n })),
);
const latencies: number[] = [];
let accepted = 0;
let refused = 0;
let sequence = 0;
const until = Date.now() + seconds * 1000;
await Promise.all(Array.from({ length: connections }, run));
latencies.sort((a, b) => a - b);
const at = (share: number): number => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 10) / 10;
const result: SenderResult = {
  items: accepted * ITEMS_PER_REQUEST,
  refused,
  latencyMs: { p50: at(0.5), p99: at(0.99) },
};
parentPort?.postMessage(result);

async function run(): Promise<void> {
  while (Date.now() < until) {
    const body = next();
    const start = process.hrtime.bigint();
    if ((await post(body)) === 200) {
      accepted++;
      latencies.push(Number(process.hrtime.bigint() - start) / 1e6);
    } else refused++;
  }
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
