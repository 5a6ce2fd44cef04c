/**
 * Customers and events over a full store, one JSON line per figure: `node dist/events.js [events] [persons] [directory]
 * [only]`. Fills a state directory once with 30 days of events (takes minutes), starts a standalone on it and sends
 * requests to the REST interface, one after the other, each time with other values; `only` selects requests whose name
 * contains it.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandalone } from '@svc/testing';
import { DAYS, prepareEvents } from './data/events-data.js';
import { percentiles, printer } from './figures/figure.js';
import { cpuMs } from './processes/process-tree.js';
import { projectId } from './reading/project.js';

const WARM_UP = 2;
const RUNS = 20;
/** A slow request is repeated less often. */
const MAX_MS = 30_000;

const [, , events = 10_000_000, persons = 100_000, directory = path.join(tmpdir(), 'svc-bench-events'), only = ''] =
  process.argv;
const data = await prepareEvents(String(directory), { events: Number(events), people: Number(persons) });
const print = printer({ events: data.events, persons: data.people, days: DAYS });

const MINUTE = 60;
const DAY = 86_400;
/** Every repetition of a request has other values, so that no cache of conditions answers it. */
const time = (days: number, minutes = 0): string =>
  new Date((data.end - (DAYS - days) * DAY + minutes * MINUTE) * 1000).toISOString();
const month = (nth: number) => ({ start: time(0, nth), end: time(DAYS, -nth) });
const all = ['open', 'view', 'add', 'buy'];
const name = (nth: number): string => all[nth % all.length] ?? 'open';
/** Three names in another order each time. */
const names = (nth: number): string[] => [nth, nth + 2, nth + 3].map(name);
const steps = (nth: number) => names(nth).map((event) => ({ event }));
const person = (nth: number): number => (nth * 7_919 + 4_711) % data.people;
const company = (nth: number): number => person(nth) % Math.floor(data.people / 20);
const filters = (nth: number) => [{ field: 'property.amount', op: 'gte', value: 500 + nth }];
const trend = (nth: number, more: object = {}) => ({ events: [name(nth)], time_range: month(nth), ...more });
const segment = (field: string, op: string, value: unknown) => ({
  group_type: 'company',
  filters: [{ field, op, value }],
});
const PERSONS = { measure: 'unique_persons' };

interface Question {
  readonly path: string;
  readonly body?: object;
}

/** The nth request of each figure. */
const QUESTIONS: Readonly<Record<string, (nth: number) => Question>> = {
  'trend: one event by day': (nth) => ({ path: '/events/trends', body: trend(nth) }),
  'trend: persons by day': (nth) => ({ path: '/events/trends', body: trend(nth, PERSONS) }),
  'trend: persons by hour of a day': (nth) => ({
    path: '/events/trends',
    body: trend(nth, { time_range: { start: time(20, nth), end: time(21, nth) }, interval: 'hour', ...PERSONS }),
  }),
  'trend: all events by day': (nth) => ({ path: '/events/trends', body: trend(nth, { events: all }) }),
  'trend: all events, persons': (nth) => ({ path: '/events/trends', body: trend(nth, { events: all, ...PERSONS }) }),
  'trend: broken down': (nth) => ({ path: '/events/trends', body: trend(nth, { breakdown: 'property.plan' }) }),
  'trend: broken down by person': (nth) => ({ path: '/events/trends', body: trend(nth, { breakdown: 'person.plan' }) }),
  'trend: filtered': (nth) => ({ path: '/events/trends', body: trend(nth, { filters: filters(nth) }) }),
  'funnel: three steps of a week': (nth) => ({
    path: '/events/funnel',
    body: { steps: steps(nth), time_range: { start: time(20, nth), end: time(27, nth) }, window: '1d' },
  }),
  'funnel: three steps': (nth) => ({
    path: '/events/funnel',
    body: { steps: steps(nth), time_range: month(nth), window: '1d' },
  }),
  'retention: by day': (nth) => ({
    path: '/events/retention',
    body: { start_event: { event: name(nth) }, return_event: { event: name(nth + 1) }, time_range: month(nth) },
  }),
  names: (nth) => ({ path: `/events/names?prefix=${name(nth)}&` }),
  'triggerers: of a month': (nth) => ({
    path: `/events/triggerers?event=${name(nth)}&since=${month(nth).start}&until=${month(nth).end}&`,
  }),
  'persons: first page': (nth) => ({ path: `/persons?limit=${40 + nth}&` }),
  'persons: by name': (nth) => ({ path: `/persons?search=Person%20${person(nth)}&` }),
  'persons: get': (nth) => ({ path: `/persons/user-${person(nth)}?` }),
  'persons: timeline': (nth) => ({ path: `/persons/user-${person(nth)}/timeline?` }),
  'persons: stats': (nth) => ({ path: `/persons/user-${person(nth)}/stats?` }),
  'accounts: first page': (nth) => ({ path: `/groups?limit=${40 + nth}&` }),
  'accounts: by name': (nth) => ({ path: `/groups?search=Company%20${company(nth)}&` }),
  'accounts: types': () => ({ path: '/group-types?' }),
  'accounts: timeline': (nth) => ({ path: `/groups/company/company-${company(nth)}/timeline?` }),
  'segments: preview by property': (nth) => ({
    path: '/account-segments/preview',
    body: segment('property.plan', 'eq', `p${nth % 20}`),
  }),
  'segments: preview by events': (nth) => ({
    path: '/account-segments/preview',
    body: segment('events_7d', 'gte', 10 + nth),
  }),
  'segments: preview by persons': (nth) => ({
    path: '/account-segments/preview',
    body: segment('persons_active_7d', 'gte', 10 + nth),
  }),
  'segments: preview by errors': (nth) => ({
    path: '/account-segments/preview',
    body: segment('errors_7d', 'gte', 1 + nth),
  }),
  'cohorts: preview by property': (nth) => ({
    path: '/analytics/cohorts/preview',
    body: cohort('property', { type: 'property', key: 'plan', op: 'eq', value: `p${nth % 20}` }),
  }),
  'cohorts: preview by behavior': (nth) => ({
    path: '/analytics/cohorts/preview',
    body: cohort('behavioral', {
      type: 'event',
      event: name(nth),
      op: 'performed',
      count: { op: 'gte', value: 2 + (nth % 4) },
      window: { last: '30d' },
    }),
  }),
};

function cohort(kind: string, condition: object): object {
  return { kind, definition: { operator: 'and', conditions: [condition] } };
}

const topology = await startStandalone({ directory: String(directory) });
try {
  const { httpUrl, apiKey } = topology;
  const headers = { 'x-svc-api-key': apiKey, 'content-type': 'application/json' };
  const project_id = await projectId(topology);
  const ask = async ({ path: url, body }: Question): Promise<void> => {
    const asked = body && { method: 'POST', body: JSON.stringify({ project_id, ...body }) };
    const at = `${httpUrl}/api/v1${body ? url : `${url}project_id=${project_id}`}`;
    const answer = await fetch(at, { ...asked, headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}: ${text}`);
  };
  for (const [question, of] of Object.entries(QUESTIONS).filter(([title]) => title.includes(only))) {
    const figure = await measureTimes((nth) => ask(of(nth))).catch((error: Error) => ({ failed: error.message }));
    print({ figure: 'events', question, ...figure });
  }
} finally {
  await topology.stop();
}

/** The first runs are a warm-up. */
async function measureTimes(ask: (nth: number) => Promise<void>): Promise<object> {
  const times: number[] = [];
  let before = cpuMs(topology);
  const until = performance.now() + MAX_MS;
  for (let nth = 0; nth < WARM_UP + RUNS && (nth <= WARM_UP || performance.now() < until); nth++) {
    if (nth === WARM_UP) before = cpuMs(topology);
    const started = performance.now();
    await ask(nth);
    if (nth >= WARM_UP) times.push(performance.now() - started);
  }
  const { p50, p99 } = percentiles(times.toSorted((a, b) => a - b));
  const after = cpuMs(topology);
  const each = (total: number): number => Math.round(total / times.length);
  return {
    runs: times.length,
    p50Ms: p50,
    p99Ms: p99,
    engineCpuMs: each(after.engine - before.engine),
    ourCpuMs: each(after.ours - before.ours),
  };
}
