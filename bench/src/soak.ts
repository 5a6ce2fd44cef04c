/**
 * Reads while data arrives: `node dist/soak.js [seconds] [logs a second ...]`. Starts a standalone on a fresh directory
 * for each rate, sends log records of now at that rate and 1,000 spans a second, in the shapes of the OpenTelemetry
 * demo, and at the same time sends one request after the other for the last hour. One line a request, with the median
 * of each minute, and one about memory: at the end of the load, and a minute later.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startStandalone, type Topology } from '@svc/testing';
import { percentiles, printer } from './figures/figure.js';
import { processTree } from './processes/process-tree.js';
import { projectId } from './reading/project.js';
import { startSoakSender } from './senders/soak-sender.js';

const seconds = Number(process.argv[2] ?? 600);
const rates = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [20_000, 100_000];
const SPANS_PER_SECOND = 1_000;
/** Asked evenly, so that reading is a load of its own that does not grow when answers are fast. */
const PAUSE_MS = 200;

interface Question {
  readonly name: string;
  readonly goalMs: number;
  /** Path and query without the window of time. */
  readonly path: string;
}

const PAGES: readonly Question[] = [
  { name: 'logs: newest page', goalMs: 80, path: '/logs?' },
  { name: 'logs: newest page of a service', goalMs: 80, path: '/logs?service=checkout&' },
  { name: 'logs: newest errors of a service', goalMs: 80, path: '/logs?service=payment&level=error&' },
  { name: 'traces: newest page', goalMs: 80, path: '/traces?' },
];
const AGGREGATES: readonly Question[] = [
  { name: 'logs: patterns of an hour', goalMs: 500, path: '/logs/patterns?' },
  { name: 'logs: fields of an hour', goalMs: 500, path: '/logs/fields?' },
  { name: 'logs: count by level of an hour', goalMs: 500, path: '/logs/aggregate?group_by=level&' },
  { name: 'services: list of an hour', goalMs: 500, path: '/services?' },
  { name: 'services: map of an hour', goalMs: 500, path: '/services/map?' },
];

for (const logsPerSecond of rates) {
  const topology = await startStandalone({});
  try {
    await soak(topology, logsPerSecond);
  } finally {
    await topology.stop();
  }
}

async function soak(topology: Topology, logsPerSecond: number): Promise<void> {
  const print = printer({ seconds, logsPerSecond, spansPerSecond: SPANS_PER_SECOND });
  const load = `${logsPerSecond} log records a second`;
  const idle = memory(topology);
  const project = await projectId(topology);
  const started = performance.now();
  const sending = Promise.all([
    startSoakSender(topology, { signal: 'logs', itemsPerSecond: logsPerSecond, seconds }).result,
    startSoakSender(topology, { signal: 'traces', itemsPerSecond: SPANS_PER_SECOND, seconds }).result,
  ]);
  const asked = [...PAGES, ...AGGREGATES];
  const times = new Map(asked.map(({ name }) => [name, [] as { minute: number; ms: number }[]]));
  // Every aggregate runs with all pages, the most frequent requests.
  for (let n = 0; performance.now() - started < seconds * 1000; n++) {
    for (const question of [...PAGES, AGGREGATES[n % AGGREGATES.length] as Question]) {
      const minute = Math.floor((performance.now() - started) / 60_000);
      times.get(question.name)?.push({ minute, ms: await ask(topology, project, question) });
      await pause(PAUSE_MS);
    }
  }
  const [logs, traces] = await sending;
  for (const { name, goalMs } of asked) {
    const all = times.get(name) ?? [];
    const sorted = all.map(({ ms }) => ms).sort((a, b) => a - b);
    const { p50, p99 } = percentiles(sorted);
    print({
      figure: 'read during load',
      load,
      question: name,
      goalMs,
      p50Ms: p50,
      p99Ms: p99,
      p50MsByMinute: byMinute(all),
    });
  }
  print({ figure: 'sent during reads', load, logs, traces });
  const loaded = memory(topology);
  await pause(60_000);
  print({ figure: 'memory after load', load, megabytes: { idle, loaded, minuteLater: memory(topology) } });
}

function byMinute(all: readonly { minute: number; ms: number }[]): number[] {
  const minutes = new Map<number, number[]>();
  for (const { minute, ms } of all) minutes.set(minute, [...(minutes.get(minute) ?? []), ms]);
  return [...minutes.values()].map((each) => percentiles(each.sort((a, b) => a - b)).p50);
}

async function ask({ httpUrl, apiKey }: Topology, project: string, { name, path }: Question): Promise<number> {
  const end = Date.now();
  const window = `start_time=${new Date(end - 3_600_000).toISOString()}&end_time=${new Date(end).toISOString()}`;
  const started = performance.now();
  const answer = await fetch(`${httpUrl}/api/v1${path}${window}&project_id=${project}`, {
    headers: { 'x-svc-api-key': apiKey },
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) process.stderr.write(`${name} was answered with ${answer.status}\n`);
  return performance.now() - started;
}

/** Megabytes by process: resident, and of it private. */
function memory({ processes }: Topology): Record<string, readonly [resident: number, privately: number]> {
  const held = [...processes.values()].flatMap(({ pid }) => (pid === undefined ? [] : [...processTree(pid)]));
  const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
  return Object.fromEntries(
    held.map(([name, { residentBytes, privateBytes }]) => [name, [megabytes(residentBytes), megabytes(privateBytes)]]),
  );
}
