/**
 * Investigations over a day of 10 million spans and 50 million log records: `node dist/investigations/large.js [directory] [spans] [logs]`.
 * The directory is that of `reads`, and is filled if it is empty. The time from the request until the investigation is completed, and the
 * bytes that the largest of its queries read, in all services and in one of them: for windows of an hour, and for windows of half a day,
 * which are compared with the half day before, so that one investigation looks at all spans.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startStandalone } from '@svc/testing';
import { percentiles, printer } from '../figures/figure.js';
import { caller, type Call } from '../reading/caller.js';
import { fullStore } from '../reading/full-store.js';
import { projectId } from '../reading/project.js';

const HOUR_SECONDS = 3_600;
const POLL_MS = 100;
/**
 * Windows of each kind with the distance of their ends, few enough for the investigations that a project may start within an hour. The
 * first one is not counted: the first questions after a start load programs and indexes.
 */
const KINDS = [
  { hours: 1, windows: 4, distance: 2 },
  { hours: 12, windows: 3, distance: 0.25 },
];
const GOAL_MS = 20_000;
const GOAL_BYTES = 200_000_000;

interface Investigation {
  readonly id: string;
  readonly status: string;
  readonly conclusion?: { readonly level: string };
  readonly evidence?: readonly { readonly kind: string; readonly query?: { readonly bytes_read?: number } }[];
}

const [, , given, spans = '10000000', logs = '50000000'] = process.argv;
const directory = given ?? path.join(tmpdir(), 'svc-bench-reads');
const data = await fullStore(directory, { spans: Number(spans), logs: Number(logs) });
const topology = await startStandalone({ directory });
try {
  const print = printer({ ...data });
  const call = caller(topology, await projectId(topology));
  const questions = ['Why do requests fail?', 'Why do requests to service-7 fail?'];
  for (const { question, hours, windows, distance } of questions.flatMap((each) =>
    KINDS.map((kind) => ({ question: each, ...kind })),
  )) {
    const times: number[] = [];
    const read = new Map<string, number>();
    for (let nth = 0; nth < windows; nth += 1) {
      const end = data.end - distance * nth * HOUR_SECONDS;
      const window = { start: toText(end - hours * HOUR_SECONDS), end: toText(end) };
      const { ms, done } = await investigate(call, { question, window });
      if (nth > 0) times.push(ms);
      for (const { kind, query } of done.evidence ?? [])
        read.set(kind, Math.max(read.get(kind) ?? 0, query?.bytes_read ?? 0));
    }
    const { p50, p99 } = percentiles(times.toSorted((a, b) => a - b));
    print({
      figure: 'investigation',
      question,
      hours,
      goalMs: GOAL_MS,
      p50Ms: p50,
      mostMs: p99,
      goalBytes: GOAL_BYTES,
      bytesRead: Object.fromEntries(read),
    });
  }
} finally {
  await topology.stop();
}

async function investigate(call: Call, body: object): Promise<{ ms: number; done: Investigation }> {
  const started = performance.now();
  let done = await call<Investigation>('POST', '/investigations', body);
  while (['queued', 'running'].includes(done.status)) {
    await setTimeout(POLL_MS);
    done = await call<Investigation>('GET', `/investigations/${done.id}`);
  }
  if (done.status !== 'completed') throw new Error(`the investigation ended as ${done.status}`);
  return { ms: performance.now() - started, done };
}

function toText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
