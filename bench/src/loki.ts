/**
 * Compares the same log records and requests in Loki and in this service: `node dist/loki.js [records]`. Records in the
 * shapes of the OpenTelemetry demo, an hour of them, are sent by OTLP in chronological order to one after the other;
 * then each is measured alone. Answers are the newest 50 records, or counts. Builds Loki once, which takes Go, the
 * module proxy and some ten minutes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, startStandalone, type Topology } from '@svc/testing';
import { percentiles, printer } from './figures/figure.js';
import { startLoki } from './loki/start.js';
import { demoLogs } from './payloads/demo.js';
import { MovingRequest } from './payloads/moving.js';
import { processTree } from './processes/process-tree.js';
import { projectId } from './reading/project.js';

const records = Number(process.argv[2] ?? 6_000_000);
const RECORDS_PER_REQUEST = 1000;
const DISTINCT = 20;
const HOUR_MS = 3_600_000;
const RUNS = 20;
const WARM_UP = 3;
/** Both write their memory to disk, and merge it. */
const SETTLE_MS = 60_000;
const print = printer({ records, hours: 1 });

interface Peer {
  readonly name: 'loki' | 'standalone';
  readonly otlpUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pid: number;
  /** Path and query of a question for the window that ends then. */
  readonly url: (question: Question, endMs: number, n: number) => string;
  readonly stop: () => Promise<void>;
}

interface Question {
  readonly name: string;
  readonly windowMs: number;
  /** Query parameters of ours. */
  readonly ours: (n: number) => string;
  /** LogQL. */
  readonly loki: (n: number) => string;
  readonly isMetric?: true;
}

const ALL = '{service_name=~".+"}';
/** No record has it. */
const absent = (n: number): string => `absent${n}word`;
const QUESTIONS: readonly Question[] = [
  { name: 'newest page', windowMs: HOUR_MS, ours: () => '', loki: () => ALL },
  {
    name: 'newest page of a service',
    windowMs: HOUR_MS,
    ours: () => '&service=checkout',
    loki: () => '{service_name="checkout"}',
  },
  {
    name: 'newest errors of a service',
    windowMs: HOUR_MS,
    ours: () => '&service=payment&level=error',
    loki: () => '{service_name="payment"} | severity_text="ERROR"',
  },
  { name: 'absent word', windowMs: HOUR_MS, ours: (n) => `&q=${absent(n)}`, loki: (n) => `${ALL} |= "${absent(n)}"` },
  {
    name: 'absent value of an attribute',
    windowMs: HOUR_MS,
    ours: (n) => `&q=session.id:${absent(n)}`,
    loki: (n) => `${ALL} | session_id="${absent(n)}"`,
  },
  {
    name: 'count by level',
    windowMs: HOUR_MS / 2,
    ours: () => '&group_by=level',
    loki: () => `sum by (severity_text) (count_over_time(${ALL}[30m]))`,
    isMetric: true,
  },
];

// Both have the same window: the hour before the start.
const endMs = Date.now();
for (const start of [startOurs, startTheirs]) {
  const peer = await start();
  try {
    await fill(peer);
    await pause(SETTLE_MS);
    for (const question of QUESTIONS) await measure(peer, question);
  } finally {
    await peer.stop();
  }
}

async function fill(peer: Peer): Promise<void> {
  const madeAtNs = BigInt(endMs) * 1_000_000n;
  const requests = Array.from(
    { length: DISTINCT },
    (_, seed) => new MovingRequest(demoLogs({ seed, nowNs: madeAtNs, records: RECORDS_PER_REQUEST }), madeAtNs),
  );
  const total = Math.floor(records / RECORDS_PER_REQUEST);
  const before = cpuSeconds(peer);
  const started = performance.now();
  for (let n = 0; n < total;) {
    const atMs = endMs - HOUR_MS + Math.floor((HOUR_MS * (n + 1)) / total);
    const body = requests[n % DISTINCT]?.at(BigInt(atMs) * 1_000_000n, n + 1) ?? Buffer.alloc(0);
    const answer = await fetch(`${peer.otlpUrl}/v1/logs`, {
      method: 'POST',
      headers: { ...peer.headers, 'content-type': 'application/x-protobuf' },
      body,
    });
    await answer.arrayBuffer();
    if (answer.ok) n++;
    else if (answer.status === 429 || answer.status === 503) await pause(500);
    else throw new Error(`${peer.name} refused records with ${answer.status}`);
  }
  print({
    figure: 'fill beside Loki',
    peer: peer.name,
    seconds: Math.round((performance.now() - started) / 1000),
    cpuSeconds: Math.round(cpuSeconds(peer) - before),
  });
}

async function measure(peer: Peer, question: Question): Promise<void> {
  const times: number[] = [];
  let before = cpuSeconds(peer);
  for (let n = -WARM_UP; n < RUNS; n++) {
    if (n === 0) before = cpuSeconds(peer);
    const started = performance.now();
    const answer = await fetch(peer.url(question, endMs - (n + WARM_UP) * 7_000, n + WARM_UP), {
      headers: peer.headers,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${peer.name}, ${question.name}: ${answer.status}`);
    if (n === 0 && question.name.startsWith('newest') && text.length < 5_000)
      throw new Error(`${peer.name}: no records`);
    if (n >= 0) times.push(performance.now() - started);
  }
  const { p50, p99 } = percentiles(times.sort((a, b) => a - b));
  const cpuMs = Math.round(((cpuSeconds(peer) - before) * 1000) / RUNS);
  print({ figure: 'read beside Loki', peer: peer.name, question: question.name, p50Ms: p50, p99Ms: p99, cpuMs });
}

function cpuSeconds({ pid }: Peer): number {
  return [...processTree(pid).values()].reduce((sum, usage) => sum + usage.cpuSeconds, 0);
}

async function startOurs(): Promise<Peer> {
  const topology: Topology = await startStandalone({});
  const project = await projectId(topology);
  return {
    name: 'standalone',
    otlpUrl: topology.ingestUrl,
    headers: { 'x-svc-api-key': topology.apiKey },
    pid: topology.processes.get('standalone')?.pid ?? 0,
    url({ ours, windowMs, isMetric }, end, n) {
      const window = `start_time=${new Date(end - windowMs).toISOString()}&end_time=${new Date(end).toISOString()}`;
      const path = isMetric ? '/logs/aggregate' : '/logs';
      return `${topology.httpUrl}/api/v1${path}?${window}&project_id=${project}${isMetric ? '' : '&limit=50'}${ours(n)}`;
    },
    stop: () => topology.stop(),
  };
}

async function startTheirs(): Promise<Peer> {
  const { url, pid, stop } = await startLoki();
  await eventually('Loki takes requests', async () => (await fetch(`${url}/loki/api/v1/labels`)).ok);
  return {
    name: 'loki',
    otlpUrl: `${url}/otlp`,
    headers: {},
    pid,
    url({ loki, windowMs, isMetric }, end, n) {
      const query = encodeURIComponent(loki(n));
      if (isMetric) return `${url}/loki/api/v1/query?query=${query}&time=${end}000000`;
      const window = `start=${end - windowMs}000000&end=${end}000000`;
      return `${url}/loki/api/v1/query_range?query=${query}&${window}&limit=50&direction=backward`;
    },
    stop,
  };
}
