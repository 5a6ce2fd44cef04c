import { expectStatus } from './expect.js';
import type { HostileRequest } from './hostile-request.js';

const filter = (value: string) => ({ field: 'property.a', op: 'regex', value });
const DAY_MS = 86_400_000;

/** A funnel with as many filters as it may have. */
function funnel(value: (nth: number) => string): string {
  const filters = (from: number) => Array.from({ length: 20 }, (_, n) => filter(value(from + n)));
  const end = Date.now();
  return JSON.stringify({
    steps: Array.from({ length: 10 }, (_, step) => ({ event: `e${step}`, filters: filters(20 * step) })),
    filters: filters(200),
    time_range: { start: new Date(end - DAY_MS).toISOString(), end: new Date(end).toISOString() },
  });
}

/** A cohort definition with the given number of nested groups. */
function nested(levels: number): string {
  const leaf = '{"type":"property","key":"plan","op":"eq","value":"pro"}';
  const definition = `${'{"operator":"and","conditions":['.repeat(levels)}${leaf}${']}'.repeat(levels)}`;
  return `{"kind":"property","definition":${definition}}`;
}

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`);
const search = (q: string) => `/api/v1/logs?q=${encodeURIComponent(q)}`;
const get = (status: number, path: string): HostileRequest['send'] => {
  return ({ viewer }) => expectStatus(status, path, { method: 'GET', key: viewer });
};

export const QUERIES: readonly HostileRequest[] = [
  {
    name: 'a funnel with 220 huge regular expressions',
    send: ({ viewer }) =>
      expectStatus(400, '/api/v1/events/funnel', {
        key: viewer,
        body: funnel((n) => `${'(.?){1000}'.repeat(9)}Zn${n}`),
      }),
  },
  {
    name: 'a funnel with 220 regular expressions, each of which is accepted alone',
    send: ({ viewer }) =>
      expectStatus(400, '/api/v1/events/funnel', { key: viewer, body: funnel((n) => `(?i)[^\\p{L}${n}]{1,9}`) }),
  },
  {
    name: 'filters that are nested deeply',
    send: async ({ member }) => {
      for (const levels of [5, 30, 10_000]) {
        await expectStatus([200, 400, 413], '/api/v1/analytics/cohorts/preview', { key: member, body: nested(levels) });
      }
    },
  },
  { name: 'a search query with 64 conditions', send: get(200, search(words(64).join(' OR '))) },
  { name: 'a search query that is too long', send: get(400, search(words(700).join(' '))) },
  { name: 'a search query of parentheses', send: get(400, search('('.repeat(4_000))) },
  { name: 'a search query of quotation marks', send: get(400, search('"\\'.repeat(2_000))) },
  { name: 'a URL with thousands of parameters', send: get(400, `/api/v1/logs?${'a=&'.repeat(4_500)}`) },
  { name: 'a URL with thousands of services', send: get(400, `/api/v1/logs?service=${'a,'.repeat(6_500)}`) },
  { name: 'a long path', send: get(404, `/api/v1/${'a/'.repeat(6_000)}`) },
];
