/**
 * Trends, funnels and retention over a full store, one JSON line per figure: `node dist/events.js [events] [directory]`. Fills a state
 * directory once with 30 days of 10 million events of 100,000 persons, a tenth of whom have two distinct ids (minutes; an existing one
 * is used again), starts a standalone on it and asks over the REST interface, one question after the other.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createColumnStore, migrate, startEmbeddedColumnStore } from '@svc/columnar';
import { startStandalone } from '@svc/testing';
import { percentiles, printer } from './figure.js';
import { projectId } from './project.js';

const DAYS = 30;
const PEOPLE = 100_000;
const CHUNK = 250_000;
const WARM_UP = 2;
const RUNS = 20;

const directory = process.argv[3] ?? path.join(tmpdir(), 'svc-bench-events');
const { events, end } = await prepare(Number(process.argv[2] ?? 10_000_000));
const print = printer({ events, people: PEOPLE, days: DAYS, runs: RUNS });

const day = (nth: number): string => new Date((end - (DAYS - nth) * 86_400) * 1000).toISOString();
const month = { start: day(0), end: day(DAYS) };
const steps = [{ event: 'open' }, { event: 'add' }, { event: 'buy' }];
const filters = [{ field: 'property.amount', op: 'gte', value: 500 }];
const QUESTIONS: readonly [name: string, operation: string, body: object][] = [
  ['trend: one event by day', 'trends', { events: ['buy'], time_range: month }],
  ['trend: persons by day', 'trends', { events: ['buy'], time_range: month, measure: 'unique_persons' }],
  [
    'trend: persons by hour of a day',
    'trends',
    { events: ['buy'], time_range: { start: day(20), end: day(21) }, interval: 'hour', measure: 'unique_persons' },
  ],
  ['trend: all events by day', 'trends', { events: ['open', 'view', 'add', 'buy'], time_range: month }],
  ['trend: broken down', 'trends', { events: ['buy'], time_range: month, breakdown: 'property.plan' }],
  ['trend: filtered', 'trends', { events: ['buy'], time_range: month, filters }],
  ['funnel: three steps of a week', 'funnel', { steps, time_range: { start: day(20), end: day(27) }, window: '1d' }],
  ['funnel: three steps', 'funnel', { steps, time_range: month, window: '1d' }],
  [
    'retention: by day',
    'retention',
    { start_event: { event: 'open' }, return_event: { event: 'buy' }, time_range: month },
  ],
];

const topology = await startStandalone({ directory });
try {
  const { httpUrl, apiKey } = topology;
  const headers = { 'x-svc-api-key': apiKey, 'content-type': 'application/json' };
  const project_id = await projectId(topology);
  for (const [question, operation, asked] of QUESTIONS) {
    const times: number[] = [];
    for (let n = -WARM_UP; n < RUNS; n++) {
      const started = performance.now();
      const body = JSON.stringify({ project_id, ...asked });
      const answer = await fetch(`${httpUrl}/api/v1/events/${operation}`, { method: 'POST', headers, body });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${question} was answered with ${answer.status}: ${text}`);
      if (n >= 0) times.push(performance.now() - started);
    }
    const { p50, p99 } = percentiles(times.toSorted((a, b) => a - b));
    print({ figure: 'events', question, p50Ms: p50, p99Ms: p99 });
  }
} finally {
  await topology.stop();
}

async function prepare(count: number): Promise<{ events: number; end: number }> {
  const made = path.join(directory, 'events-data.json');
  if (existsSync(made)) return JSON.parse(await readFile(made, 'utf8')) as { events: number; end: number };
  const asked = { events: count, end: Math.floor(Date.now() / 3_600_000) * 3600 };
  const columnar = path.join(directory, 'state/columnar');
  await mkdir(columnar, { recursive: true });
  const engine = await startEmbeddedColumnStore({ directory: columnar });
  await migrate(engine.store, 'embedded');
  const store = createColumnStore(engine.store);
  const step = Math.floor((DAYS * 86_400e9) / count);
  const start = BigInt(asked.end - DAYS * 86_400) * 1_000_000_000n;
  for (let first = 0; first < count; first += CHUNK)
    await store.command(EVENTS, { start, step, first, rows: Math.min(CHUNK, count - first) });
  await store.command(OVERRIDES);
  await store.close();
  await engine.stop();
  await writeFile(made, JSON.stringify(asked));
  return asked;
}

/** In the order of time, in blocks as ingestion would send them; merges run as always. The first project of a workspace is 1. */
const EVENTS = `INSERT INTO events (project_number, retention_days, timestamp, ingested_at, event, distinct_id, message_id, properties)
WITH number + {first:UInt64} AS n, sipHash64(n) AS random
SELECT 1, 90, fromUnixTimestamp64Nano({start:Int64} + toInt64(n) * {step:Int64}), now64(3), ['open', 'view', 'add', 'buy'][1 + random % 4],
  concat('user-', toString(intDiv(random, 4) % ${(PEOPLE * 11) / 10})), toString(generateUUIDv4(n)),
  concat('{"amount":', toString(intDiv(random, 64) % 1000), ',"browser":"firefox","path":"/products/', toString(random % 5000),
    '","plan":"p', toString(intDiv(random, 16) % 20), '","referrer":"https://search.example/?q=shoes"}')
FROM numbers({rows:UInt64})`;

const OVERRIDES = `INSERT INTO person_overrides (project_number, distinct_id, canonical_distinct_id, version)
SELECT 1, concat('user-', toString(number + ${PEOPLE})), concat('user-', toString(number)), 1 FROM numbers(${PEOPLE / 10})`;
