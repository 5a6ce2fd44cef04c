/**
 * Reads on a full store, one JSON line per figure: `node dist/reads.js [directory] [spans] [logs] [only] [days]
 * [beside]`. Fills a state directory once with a day of 10 million spans and 50 million log records (takes minutes and
 * 4 GB; existing data is used, and continued where it ends), waits for its merges, starts a standalone on it and sends
 * requests to the REST interface, one after the other, each time with other values. The first few of each are not
 * counted. An empty argument selects its default. `only` selects requests whose name contains it. With `days`, the rows
 * are spread over as many, and requests for a day read all of them. With `beside`, that many log records a second
 * arrive meanwhile, with a tenth as many spans, which changes the store for later runs. A request that is refused as
 * too expensive is a figure too.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandalone, type Topology } from '@svc/testing';
import { DAY_SECONDS, NEEDLE, SERVICES, SPANS_PER_TRACE, toTraceId, type ReadData } from './data/read-data.js';
import { percentiles, printer } from './figures/figure.js';
import { cpuMs } from './processes/process-tree.js';
import { fullStore } from './reading/full-store.js';
import { projectId } from './reading/project.js';
import { startSoakSender, type SoakSender } from './senders/soak-sender.js';

const directory = process.argv[2] || path.join(tmpdir(), 'svc-bench-reads');
const only = process.argv[5] ?? '';
const beside = Number(process.argv[7] || 0);
/** Longer than any run; senders are stopped when the last question is answered. */
const SENDER_SECONDS = 3_600;
const WARM_UP = 5;
const RUNS = 50;

const data = await fullStore(directory, {
  spans: Number(process.argv[3] || 10_000_000),
  logs: Number(process.argv[4] || 50_000_000),
  days: Number(process.argv[6] || 1),
});
const topology = await startStandalone({ directory });
try {
  const project = await projectId(topology);
  const requestIds = await someRequestIds(topology, project, data.end);
  const senders = startSenders(topology);
  for (const question of questions(data, requestIds)) {
    if (question.name.includes(only)) await measure(topology, project, question);
  }
  await Promise.all(senders.map((sender) => sender.stop()));
} finally {
  await topology.stop();
}

interface Question {
  readonly name: string;
  /** Upper bound for the median; a figure without one is for comparison. */
  readonly goalMs?: number;
  readonly runs?: number;
  /** The path of the interface; that of the REST interface if it is absent. */
  readonly base?: string;
  /** Path and query of the n-th question. */
  readonly path: (n: number) => string;
}

function questions({ spans, end, days = 1 }: ReadData, requestIds: readonly string[]): Question[] {
  /** A window that ends somewhere within the last six hours. */
  const window = (n: number, seconds: number): string => {
    const last = end - ((n * 997) % 21_600);
    return `start_time=${toText(last - seconds)}&end_time=${toText(last)}`;
  };
  const wholeDay = `start_time=${toText(end - days * DAY_SECONDS)}&end_time=${toText(end)}`;
  const service = (n: number): string => `service-${n % SERVICES}`;
  const traceId = (n: number): string => toTraceId((n * 7919) % Math.floor(spans / SPANS_PER_TRACE));
  return [
    { name: 'logs: newest page of an hour', goalMs: 40, path: (n) => `/logs?${window(n, 3600)}` },
    { name: 'logs: newest page of a day', goalMs: 40, path: (n) => `/logs?${window(n, DAY_SECONDS / 2)}` },
    {
      name: 'logs: newest errors of a service',
      goalMs: 20,
      path: (n) => `/logs?${window(n, 3600)}&level=error&service=service-0`,
    },
    { name: 'traces: newest page', goalMs: 40, path: (n) => `/traces?${window(n, 3600)}` },
    {
      name: 'traces: newest of a service',
      path: (n) => `/traces?${window(n, 3600)}&service=${service(n)}`,
    },
    {
      name: 'traces: of an absent service in a day',
      runs: 20,
      path: (n) => `/traces?${wholeDay}&service=absent-${n}`,
    },
    {
      name: 'jaeger: newest 20 traces of a service, whole',
      goalMs: 60,
      base: '/jaeger/api',
      path: (n) => {
        const last = end - ((n * 997) % 21_600);
        return `/traces?service=${service(n)}&start=${last - 3600}000000&end=${last}000000&limit=20`;
      },
    },
    { name: 'trace by id', goalMs: 25, path: (n) => `/traces/${traceId(n)}?` },
    { name: 'logs: needle in a day', goalMs: 250, runs: 20, path: () => `/logs?${wholeDay}&q=${NEEDLE}` },
    { name: 'logs: absent word in a day', goalMs: 150, runs: 20, path: (n) => `/logs?${wholeDay}&q=absent${n}` },
    { name: 'services: RED of an hour', goalMs: 50, path: (n) => `/services/${service(n)}/red?${window(n, 3600)}` },
    { name: 'services: list of an hour', goalMs: 50, path: (n) => `/services?${window(n, 3600)}` },
    { name: 'services: list of a day', goalMs: 60, runs: 20, path: () => `/services?${wholeDay}` },
    { name: 'services: RED of a day', runs: 20, path: (n) => `/services/${service(n)}/red?${wholeDay}` },
    { name: 'services: map of an hour', goalMs: 100, runs: 10, path: (n) => `/services/map?${window(n, 3600)}` },
    { name: 'services: map of a day', goalMs: 400, runs: 5, path: () => `/services/map?${wholeDay}` },
    {
      name: 'logs: rare value of an attribute in a day',
      goalMs: 300,
      runs: 20,
      path: (n) => `/logs?${wholeDay}&q=request.id:${requestIds[n % requestIds.length] ?? ''}`,
    },
    {
      name: 'logs: absent value of an attribute in a day',
      goalMs: 150,
      runs: 20,
      path: (n) => `/logs?${wholeDay}&q=request.id:x${n}`,
    },
    {
      name: 'logs: newest page of a service',
      goalMs: 20,
      path: (n) => `/logs?${window(n, 3600)}&service=${service(n)}`,
    },
    {
      name: 'logs: count by level of a day',
      goalMs: 150,
      runs: 20,
      path: () => `/logs/aggregate?${wholeDay}&group_by=level`,
    },
    {
      name: 'logs: count by level of an hour',
      goalMs: 40,
      runs: 20,
      path: (n) => `/logs/aggregate?${window(n, 3600)}&group_by=level`,
    },
    { name: 'logs: patterns of a day', runs: 10, path: () => `/logs/patterns?${wholeDay}` },
    { name: 'logs: fields of a day', goalMs: 200, runs: 5, path: () => `/logs/fields?${wholeDay}` },
    { name: 'search: levels of a day', goalMs: 40, runs: 5, path: () => `/search/filters/level?${wholeDay}` },
    { name: 'search: operations of a day', goalMs: 40, runs: 5, path: () => `/search/filters/operation?${wholeDay}` },
    { name: 'search: what belongs to a trace', goalMs: 120, runs: 20, path: (n) => `/search/correlate/${traceId(n)}?` },
  ];
}

/** Values of an attribute that each occur once, from all over the day. */
async function someRequestIds({ httpUrl, apiKey }: Topology, project: string, end: number): Promise<string[]> {
  const found: string[] = [];
  for (let hour = 1; hour <= 24; hour++) {
    const from = end - hour * 3600;
    const window = `start_time=${toText(from)}&end_time=${toText(from + 60)}`;
    const answer = await fetch(`${httpUrl}/api/v1/logs?project_id=${project}&limit=1&${window}`, {
      headers: { 'x-svc-api-key': apiKey },
    });
    const { logs } = (await answer.json()) as { logs: { attributes: Record<string, string> }[] };
    found.push(logs[0]?.attributes['request.id'] ?? '');
  }
  return found;
}

function startSenders(topology: Topology): SoakSender[] {
  if (beside === 0) return [];
  return [
    startSoakSender(topology, { signal: 'logs', itemsPerSecond: beside, seconds: SENDER_SECONDS }),
    startSoakSender(topology, { signal: 'traces', itemsPerSecond: beside / 10, seconds: SENDER_SECONDS }),
  ];
}

function toText(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

async function measure(topology: Topology, project: string, question: Question): Promise<void> {
  const { httpUrl, apiKey } = topology;
  const { name, goalMs, runs = RUNS, base = '/api/v1' } = question;
  const times: number[] = [];
  let bytes = 0;
  let refused = 0;
  let before = cpuMs(topology);
  for (let n = -WARM_UP; n < runs; n++) {
    if (n === 0) before = cpuMs(topology);
    const started = performance.now();
    const url = `${httpUrl}${base}${question.path(n + WARM_UP)}&project_id=${project}`;
    const answer = await fetch(url, { headers: { 'x-svc-api-key': apiKey } });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status === 400) refused++;
    else if (answer.status !== 200) throw new Error(`${name} was answered with ${answer.status}`);
    if (n >= 0) times.push(performance.now() - started);
  }
  const after = cpuMs(topology);
  const { p50, p99 } = percentiles(times.sort((a, b) => a - b));
  const each = (total: number): number => Math.round((total / runs) * 10) / 10;
  printer({ ...data, runs, besideLogsPerSecond: beside })({
    figure: 'read',
    question: beside === 0 ? name : `${name}, beside ingestion`,
    goalMs,
    p50Ms: p50,
    p99Ms: p99,
    engineCpuMs: each(after.engine - before.engine),
    ourCpuMs: each(after.ours - before.ours),
    answerBytes: bytes,
    ...(refused === 0 ? {} : { refused }),
  });
}
