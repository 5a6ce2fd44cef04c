/**
 * Customers and events over a full store, one JSON line per figure: `node dist/events.js [events] [persons] [directory] [only]`. Fills a
 * state directory once with 30 days of events (minutes; what is there is used again), starts a standalone on it and asks over the REST
 * interface, one question after the other; `only` takes those whose name contains it.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandalone } from '@svc/testing';
import { DAYS, prepareEvents } from './events-data.js';
import { percentiles, printer } from './figure.js';
import { projectId } from './project.js';

const WARM_UP = 2;
const RUNS = 20;
/** A slow question is asked less often. */
const MOST_MS = 15_000;

const [, , events = 10_000_000, persons = 100_000, directory = path.join(tmpdir(), 'svc-bench-events'), only = ''] =
  process.argv;
const data = await prepareEvents(String(directory), { events: Number(events), people: Number(persons) });
const print = printer({ events: data.events, persons: data.people, days: DAYS });

const day = (nth: number): string => new Date((data.end - (DAYS - nth) * 86_400) * 1000).toISOString();
const month = { start: day(0), end: day(DAYS) };
const steps = [{ event: 'open' }, { event: 'add' }, { event: 'buy' }];
const filters = [{ field: 'property.amount', op: 'gte', value: 500 }];
const segment = (field: string, op: string, value: unknown) => ({
  group_type: 'company',
  filters: [{ field, op, value }],
});
const all = ['open', 'view', 'add', 'buy'];
const bought = {
  type: 'event',
  event: 'buy',
  op: 'performed',
  count: { op: 'gte', value: 3 },
  window: { last: '30d' },
};
const QUESTIONS: readonly [name: string, path: string, body?: object][] = [
  ['trend: one event by day', '/events/trends', { events: ['buy'], time_range: month }],
  ['trend: persons by day', '/events/trends', { events: ['buy'], time_range: month, measure: 'unique_persons' }],
  [
    'trend: persons by hour of a day',
    '/events/trends',
    { events: ['buy'], time_range: { start: day(20), end: day(21) }, interval: 'hour', measure: 'unique_persons' },
  ],
  ['trend: all events by day', '/events/trends', { events: all, time_range: month }],
  ['trend: all events, persons', '/events/trends', { events: all, time_range: month, measure: 'unique_persons' }],
  ['trend: broken down', '/events/trends', { events: ['buy'], time_range: month, breakdown: 'property.plan' }],
  ['trend: broken down by person', '/events/trends', { events: ['buy'], time_range: month, breakdown: 'person.plan' }],
  ['trend: filtered', '/events/trends', { events: ['buy'], time_range: month, filters }],
  [
    'funnel: three steps of a week',
    '/events/funnel',
    { steps, time_range: { start: day(20), end: day(27) }, window: '1d' },
  ],
  ['funnel: three steps', '/events/funnel', { steps, time_range: month, window: '1d' }],
  [
    'retention: by day',
    '/events/retention',
    { start_event: { event: 'open' }, return_event: { event: 'buy' }, time_range: month },
  ],
  ['names', '/events/names?'],
  ['triggerers: of a month', `/events/triggerers?event=buy&since=${month.start}&until=${month.end}&`],
  ['persons: first page', '/persons?'],
  ['persons: by name', '/persons?search=Person%2012345&'],
  ['persons: get', '/persons/user-4711?'],
  ['persons: timeline', '/persons/user-4711/timeline?'],
  ['persons: stats', '/persons/user-4711/stats?'],
  ['accounts: first page', '/groups?'],
  ['accounts: by name', '/groups?search=Company%20123&'],
  ['accounts: types', '/group-types?'],
  ['accounts: timeline', '/groups/company/company-123/timeline?'],
  ['segments: preview by property', '/account-segments/preview', segment('property.plan', 'eq', 'p3')],
  ['segments: preview by events', '/account-segments/preview', segment('events_7d', 'gte', 10)],
  ['segments: preview by persons', '/account-segments/preview', segment('persons_active_7d', 'gte', 10)],
  ['segments: preview by errors', '/account-segments/preview', segment('errors_7d', 'gte', 1)],
  [
    'cohorts: preview by property',
    '/analytics/cohorts/preview',
    {
      kind: 'property',
      definition: { operator: 'and', conditions: [{ type: 'property', key: 'plan', op: 'eq', value: 'p3' }] },
    },
  ],
  [
    'cohorts: preview by behavior',
    '/analytics/cohorts/preview',
    { kind: 'behavioral', definition: { operator: 'and', conditions: [bought] } },
  ],
];

const topology = await startStandalone({ directory: String(directory) });
try {
  const { httpUrl, apiKey } = topology;
  const headers = { 'x-svc-api-key': apiKey, 'content-type': 'application/json' };
  const project_id = await projectId(topology);
  const ask = async (url: string, body: object | undefined): Promise<void> => {
    const asked = body && { method: 'POST', body: JSON.stringify({ project_id, ...body }) };
    const at = `${httpUrl}/api/v1${body ? url : `${url}project_id=${project_id}`}`;
    const answer = await fetch(at, { ...asked, headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}: ${text}`);
  };
  for (const [question, url, body] of QUESTIONS.filter(([name]) => name.includes(only))) {
    const figure = await timesOf(() => ask(url, body)).catch((error: Error) => ({ failed: error.message }));
    print({ figure: 'events', question, ...figure });
  }
} finally {
  await topology.stop();
}

async function timesOf(ask: () => Promise<void>): Promise<object> {
  const times: number[] = [];
  const until = performance.now() + MOST_MS;
  for (let n = -WARM_UP; n < RUNS && (n < 1 || performance.now() < until); n++) {
    const started = performance.now();
    await ask();
    if (n >= 0) times.push(performance.now() - started);
  }
  const { p50, p99 } = percentiles(times.toSorted((a, b) => a - b));
  return { runs: times.length, p50Ms: p50, p99Ms: p99 };
}
