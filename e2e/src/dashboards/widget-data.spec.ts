import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { ok, type Json } from '../api.js';
import { makeProject } from '../workspace/project.js';
import { COUNT, HOUR_MS, sendSignals, SERVICES, WINDOW } from './signals.js';

type Figures = Record<string, Record<string, number>>;

describe('the data of widgets', () => {
  let project: string;
  let dashboard: string;
  beforeAll(async () => {
    project = (await makeProject()).id;
    await sendSignals(project);
    dashboard = String((await ok('POST', `/dashboards?project_id=${project}`, { body: { name: 'Data' } }))['id']);
    // Answers of widgets are kept for a while, so the first request waits until everything is stored.
    await eventually('everything can be read', async () => {
      const [logs, traces, errors] = await Promise.all([list('logs'), list('traces'), list('errors')]);
      const metric = points((await get('/metrics/depth/query', { agg: 'count', interval: '1h' }))['series']);
      const isWhole = sum(metric) === COUNT && sum(points(await trends())) === COUNT;
      return isWhole && [logs, traces, errors].every(({ length }) => length === COUNT);
    });
  });

  const get = (path: string, query: Readonly<Record<string, string>> = {}): Promise<Json> =>
    ok('GET', `${path}?${new URLSearchParams({ project_id: project, ...WINDOW, ...query }).toString()}`);
  const list = async (what: string, query: Readonly<Record<string, string>> = {}): Promise<Json[]> => [
    ...((await get(`/${what}`, { limit: '100', ...query }))[what] as Json[]),
  ];
  const trends = async (more: object = {}): Promise<Json[]> => {
    const time_range = { start: WINDOW.start_time, end: WINDOW.end_time };
    const body = { project_id: project, events: ['paid'], time_range, interval: 'hour', ...more };
    return [...((await ok('POST', '/events/trends', { body }))['series'] as Json[])];
  };
  const data = async (type: string, query: object): Promise<Json> => {
    const path = `/dashboards/${dashboard}/widgets`;
    const body = { type, title: JSON.stringify(query).slice(0, 200), query };
    const { id } = (await ok('POST', `${path}?project_id=${project}`, { body })) as unknown as { id: string };
    const answer = await get(`${path}/${id}/data`);
    assert.equal(answer['error'], undefined, JSON.stringify(answer));
    assert.equal(answer['interval'], '1h');
    await ok('DELETE', `${path}/${id}?project_id=${project}`);
    return answer;
  };
  const rows = async (query: object): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      [...((await data('table', query))['rows'] as Json[])].map(({ labels, value }) => [getLabel(labels), value]),
    );
  const value = async (query: object): Promise<unknown> => (await data('value', query))['rows']?.[0]?.['value'];
  const series = async (query: object): Promise<Figures> => points((await data('timeseries', query))['series']);

  it('answers the data of a logs widget like the aggregation and the list of logs', async () => {
    const byService = await get('/logs/aggregate', { group_by: 'service', interval: '1h' });
    const groups = [...(byService['groups'] as Json[])];
    assert.ok(groups.length === SERVICES.length);
    const counts = Object.fromEntries(groups.map(({ values, count }) => [getLabel(values), Number(count)]));
    assert.deepEqual(await rows({ signal: 'logs', group_by: ['service'] }), counts);
    assert.equal(await value({ signal: 'logs' }), Number(byService['total']));
    const bySeries = Object.fromEntries(
      groups.map(({ values, series: of }) => [getLabel(values), counted([...(of as Json[])])]),
    );
    assert.deepEqual(await series({ signal: 'logs', group_by: ['service'] }), bySeries);
    const q = 'level:error service:shop';
    const shown = await data('list', { signal: 'logs', q, limit: 100 });
    assert.deepEqual(shown['logs'], await list('logs', { q }));
  });

  it('answers the data of a traces widget like the list of traces', async () => {
    const traces = await list('traces');
    assert.equal(await value({ signal: 'traces' }), sumUp(traces, 'span_count'));
    assert.deepEqual(await rows({ signal: 'traces', group_by: ['service'] }), countBy(traces, 'root_service'));
    const longest = Math.max(...traces.map(({ duration_ms }) => Number(duration_ms)));
    assert.equal(await value({ signal: 'traces', aggregate: 'max', field: 'duration_ms' }), longest);
    const failed = traces.filter(({ error_count }) => Number(error_count) > 0).length;
    assert.equal(await value({ signal: 'traces', aggregate: 'error_ratio' }), failed / traces.length);
    assert.deepEqual(await series({ signal: 'traces' }), { '': byHour(traces, 'start_time') });
    const shown = await data('list', { signal: 'traces', q: 'service:pay', limit: 100 });
    assert.deepEqual(shown['traces'], await list('traces', { q: 'service:pay' }));
  });

  it('answers the data of an errors widget like the search of errors', async () => {
    const errors = await list('errors');
    assert.equal(
      await value({ signal: 'errors', q: 'type:TypeError' }),
      (await list('errors', { q: 'type:TypeError' })).length,
    );
    assert.deepEqual(await rows({ signal: 'errors', group_by: ['type'] }), countBy(errors, 'type'));
    assert.deepEqual(await series({ signal: 'errors' }), { '': byHour(errors, 'timestamp') });
    const shown = await data('list', { signal: 'errors', limit: 100 });
    const withoutIssue = (of: Json[]) => of.map((error) => ({ ...(error as object), issue_id: undefined }));
    assert.deepEqual(withoutIssue([...(shown['errors'] as Json[])]), withoutIssue(errors));
  });

  it('answers the data of an events widget like trends', async () => {
    const [whole] = await trends({ interval: 'total' });
    assert.equal(await value({ signal: 'events', event: 'paid' }), Number(whole?.['total']));
    const [persons] = await trends({ interval: 'total', measure: 'unique_persons' });
    const unique = { signal: 'events', event: 'paid', aggregate: 'unique', field: 'person' };
    assert.equal(await value(unique), Number(persons?.['total']));
    const plans = await trends({ interval: 'total', breakdown: 'property.plan' });
    assert.deepEqual(
      await rows({ signal: 'events', event: 'paid', group_by: ['plan'] }),
      Object.fromEntries(plans.map(({ breakdown_value, total }) => [breakdown_value, Number(total)])),
    );
    const [ofHours] = await trends();
    assert.deepEqual(await series({ signal: 'events', event: 'paid' }), {
      '': counted([...((ofHours?.['points'] ?? []) as Json[])]),
    });
  });

  it.each(['avg', 'sum', 'min', 'max', 'count'])(
    'answers the data of a metrics widget like the query of the metric: %s',
    async (agg) => {
      const answer = await get('/metrics/depth/query', { agg, interval: '1h', group_by: 'host' });
      const expected = points(answer['series']);
      assert.equal(Object.keys(expected).length, SERVICES.length);
      const query = { signal: 'metrics', metric: 'depth', aggregate: agg };
      const shown = await series({ ...query, group_by: ['host'] });
      assert.deepEqual(shown, expected);
      // The figure of the whole window, for aggregations that can be combined from those of its hours.
      const combine = { sum: add, count: add, min: Math.min, max: Math.max }[agg];
      if (!combine) return;
      const whole = Object.values(expected).map((of) => Object.values(of).reduce((a, b) => combine(a, b)));
      const hosts = Object.keys(expected);
      assert.deepEqual(
        await rows({ ...query, group_by: ['host'] }),
        Object.fromEntries(hosts.map((host, nth) => [host, whole[nth]])),
      );
      assert.equal(
        await value(query),
        whole.reduce((a, b) => combine(a, b)),
      );
    },
  );
});

const add = (a: number, b: number): number => a + b;
const sum = (figures: Figures): number =>
  Object.values(figures)
    .flatMap(Object.values<number>)
    .reduce(add, 0);
const sumUp = (of: readonly Json[], name: string): number => of.reduce((total, row) => total + Number(row[name]), 0);
const getLabel = (labels: unknown): string => Object.values((labels ?? {}) as Record<string, string>).join();

const countBy = (of: readonly Json[], name: string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const row of of) counts[String(row[name])] = (counts[String(row[name])] ?? 0) + 1;
  return counts;
};

const toHour = (time: unknown): string =>
  new Date(Math.floor(Date.parse(String(time)) / HOUR_MS) * HOUR_MS).toISOString();

function byHour(of: readonly Json[], name: string): Record<string, number> {
  const hours = of.map((row) => ({ hour: toHour(row[name]) }));
  return countBy(hours as unknown as Json[], 'hour');
}

/** Buckets by their hour, without those in which nothing was counted or measured. */
function counted(buckets: readonly Json[]): Record<string, number> {
  const figures = buckets.map(({ timestamp, start, count, value }) => [
    toHour(timestamp ?? start),
    Number(count ?? value ?? 0),
  ]);
  return Object.fromEntries(figures.filter(([, figure]) => figure !== 0)) as Record<string, number>;
}

/** The points of series by their labels. */
function points(series: unknown): Figures {
  return Object.fromEntries(
    [...(series as Json[])].map(({ labels, points: of }) => [getLabel(labels), counted([...(of as Json[])])]),
  );
}
