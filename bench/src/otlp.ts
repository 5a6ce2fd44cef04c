/**
 * Measures libs/otlp on one thread, one JSON line per figure: `node dist/otlp.js [seconds per figure]`. Requests of
 * 1,000 rows; blocks of 60,000 rows. The best round is given beside the median, and the rate per CPU-second (all
 * threads, garbage collection too): other work on the machine only makes the wall clock's figures lower.
 */
import { cpus, loadavg } from 'node:os';
import { createBlockEncoder, skim, transcodeJson, type RequestContext, type Signal } from '@svc/otlp';
import { jsonPayload, protobufPayload } from './payloads/payloads.js';

const SIGNALS: readonly Signal[] = ['traces', 'logs', 'metrics'];
const ROWS_PER_REQUEST = 1000;
const REQUESTS_PER_BLOCK = 60;
/** Different requests, so that CPU caches do not help more than in production. */
const DISTINCT_REQUESTS = 60;
/** Warm-up, because the time of the compiler must not count. */
const WARM_UP_NS = 1_500_000_000n;
const NOW_NS = 1_790_000_000_000_000_000n;
const seconds = Number(process.argv[2] ?? 3);

const CONTEXT: RequestContext = { projectNumber: 1, retentionDays: 30, receivedAtNs: NOW_NS, partition: 0, offset: 0 };

for (const signal of SIGNALS) {
  const seeds = Array.from({ length: DISTINCT_REQUESTS }, (_, seed) => ({
    rows: ROWS_PER_REQUEST,
    seed,
    nowNs: NOW_NS,
  }));
  const bodies = seeds.map((options) => protobufPayload(signal, options));
  const texts = seeds.map((options) => jsonPayload(signal, options));
  report('skim', signal, bodies, (body) => void skim(signal, body, CONTEXT));
  report('transcode', signal, texts, (body) => void transcodeJson(signal, body));
  reportEncoder('encode', signal, bodies, CONTEXT);
  reportEncoder('encode and redact', signal, bodies, { ...CONTEXT, redacts: true });
}

function reportEncoder(figure: string, signal: Signal, bodies: readonly Buffer[], context: RequestContext): void {
  const known = new Set<bigint>();
  const encoder = createBlockEncoder(signal, { isKnown: (_project, _table, hash) => known.has(hash) });
  let offset = 0;
  let blockBytes = 0;
  report(figure, signal, bodies, (body) => {
    encoder.add(body, { ...context, offset: offset++ });
    if (offset % REQUESTS_PER_BLOCK !== 0) return;
    const { blocks, seen } = encoder.finish();
    for (const { hash } of seen) known.add(hash);
    blockBytes = blocks.reduce((total, { bytes }) => total + bytes.byteLength, 0);
    encoder.reset();
  });
  const rows = ROWS_PER_REQUEST * REQUESTS_PER_BLOCK;
  print({ figure: 'block', signal, blockRows: rows, bytesPerRow: Math.round((blockBytes / rows) * 10) / 10 });
}

/** Runs whole rounds over all bodies, first to warm up, then until the time is up. */
function report(figure: string, signal: Signal, bodies: readonly Buffer[], run: (body: Buffer) => void): void {
  const bytes = bodies.reduce((total, body) => total + body.byteLength, 0);
  const warm = process.hrtime.bigint() + WARM_UP_NS;
  do for (const body of bodies) run(body);
  while (process.hrtime.bigint() < warm);
  const rounds: number[] = [];
  const cpuBefore = process.cpuUsage();
  const until = process.hrtime.bigint() + BigInt(seconds * 1e9);
  do {
    const start = process.hrtime.bigint();
    for (const body of bodies) run(body);
    rounds.push(Number(process.hrtime.bigint() - start) / 1e9);
  } while (process.hrtime.bigint() < until);
  const { user, system } = process.cpuUsage(cpuBefore);
  rounds.sort((a, b) => a - b);
  const rows = bodies.length * ROWS_PER_REQUEST;
  const best = rounds[0] as number;
  const median = rounds[rounds.length >> 1] as number;
  print({
    figure,
    signal,
    rowsPerSecond: Math.round(rows / median),
    bestRowsPerSecond: Math.round(rows / best),
    rowsPerCpuSecond: Math.round((rows * rounds.length * 1e6) / (user + system)),
    megabytesPerSecond: Math.round(bytes / median / 1e6),
    bytesPerRow: Math.round(bytes / rows),
    rounds: rounds.length,
  });
}

function print(figure: object): void {
  const conditions = {
    rowsPerRequest: ROWS_PER_REQUEST,
    node: process.versions.node,
    cpu: cpus()[0]?.model ?? 'unknown',
    load: loadavg()[0],
  };
  console.log(JSON.stringify({ ...figure, ...conditions }));
}
