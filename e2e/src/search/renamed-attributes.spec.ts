import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { defaultProjectId, ok, type Json } from '../api.js';
import { sendLogs } from '../logs/send.js';
import { sendGauge, whenKnown } from '../metrics/metric.js';
import { KIND, newTraceId, sendSpans, untilStored } from '../spans.js';

const NAMES = ['http.method', 'http.request.method'];

describe('old and new names of semantic conventions', () => {
  const service = `renamed-${randomUUID().slice(0, 8)}`;
  const metric = `renamed.${randomUUID()}`;
  let own = '';
  beforeAll(async () => {
    const project = await defaultProjectId();
    own = `project_id=${project}`;
    const id = newTraceId();
    const span = (number: number, attributes: Readonly<Record<string, string>>) => ({
      id: number,
      service,
      kind: KIND.client,
      from: number,
      to: 10,
      attributes,
    });
    await Promise.all([
      sendLogs(service, [
        { body: 'old', agoMs: 300_000, attributes: { 'http.method': 'GET' } },
        { body: 'new', agoMs: 300_000, attributes: { 'http.request.method': 'GET' } },
        { body: 'both', agoMs: 300_000, attributes: { 'http.method': 'PUT', 'http.request.method': 'PUT' } },
        { body: 'none', agoMs: 300_000 },
      ]),
      sendSpans(id, [
        span(1, { 'db.system': 'redis', 'net.peer.name': 'store' }),
        span(2, { 'db.system.name': 'redis', 'server.address': 'store' }),
        span(3, { 'db.system.name': 'mysql' }),
      ]).then(() => untilStored(project, id, 3)),
      sendGauge(metric, [
        { value: 1, attributes: { 'http.method': 'GET' } },
        { value: 3, attributes: { 'http.request.method': 'GET' } },
        { value: 5, attributes: { route: '/' } },
      ]),
    ]);
  });

  const of = (q: string): string => `${own}&service=${service}&q=${encodeURIComponent(q)}`;
  const list = (answer: Json, member: string): Json[] => [...(answer[member] as Json[])];
  const bodies = async (q: string) =>
    list(await ok('GET', `/logs?${of(q)}`), 'logs')
      .map(({ body }) => String(body))
      .sort();
  const counts = (groups: Json[], name: string) =>
    Object.fromEntries(groups.map(({ values, count }) => [values[name] ?? '', count]));

  for (const name of NAMES) {
    it(`find, exclude and group log records by ${name}`, async () => {
      assert.deepEqual(await bodies(`${name}:GET`), ['new', 'old']);
      assert.deepEqual(await bodies(`attributes.${name}:P*`), ['both']);
      assert.deepEqual(await bodies(`${name}:*`), ['both', 'new', 'old']);
      assert.deepEqual(await bodies(`-${name}:GET`), ['both', 'none']);
      assert.deepEqual(await bodies(`-${name}:*`), ['none']);
      const { groups } = await ok('GET', `/logs/aggregate?${of('')}&group_by=${name}`);
      assert.deepEqual(counts([...(groups as Json[])], name), { GET: 2, PUT: 1, '': 1 });
      const { values } = await ok('GET', `/search/filters/${name}?${own}&limit=1000`);
      assert.ok(
        [...(values as Json[])].some(({ value, log_count }) => String(value) === 'PUT' && Number(log_count) >= 1),
      );
    });

    it(`filter and group the series of a metric by ${name}`, async () => {
      const path = `/metrics/${metric}/query?agg=sum&interval=1h&group_by=${name}`;
      const answer = await whenKnown(`${path}&q=${name}:*`, ({ series }) => JSON.stringify(series).includes(':4'));
      assert.deepEqual(
        list(answer, 'series').map(({ labels }) => labels),
        [{ [name]: 'GET' }],
      );
    });

    it(`are one in dashboards and alert rules by ${name}`, async () => {
      const query = { signal: 'logs', q: `service:${service}`, group_by: [name] };
      const { rows } = await ok('POST', `/dashboards/preview?${own}`, { body: { type: 'table', query } });
      assert.deepEqual(
        Object.fromEntries([...(rows as Json[])].map(({ labels, value }) => [labels[name] ?? '', value])),
        { GET: 2, PUT: 1, '': 1 },
      );
      const rule = {
        name: 'Requests',
        kind: 'threshold',
        window: '1h',
        interval: '1m',
        eval_delay: '0s',
        query: { signal: 'logs', q: `${name}:GET`, service: [service] },
        condition: { op: 'gt', threshold: 1 },
      };
      const tested = await ok('POST', `/alerts/rules/test?${own}`, { body: rule });
      assert.ok(Number(tested['fired']) > 0, JSON.stringify(tested));
    });
  }

  it('are one field and one label, with the new name', async () => {
    const logs = list(await ok('GET', `/logs/fields?${of('')}`), 'fields');
    const listed = logs.filter(({ name }) => NAMES.includes(String(name)));
    assert.deepEqual(
      listed.map(({ name, count, values }) => [name, count, values]),
      [
        [
          'http.request.method',
          3,
          [
            { value: 'GET', count: 2 },
            { value: 'PUT', count: 1 },
          ],
        ],
      ] as unknown[],
    );
    const spans = list(await ok('GET', `/traces/fields?${of('')}&prefix=db.s`), 'fields');
    assert.deepEqual(
      spans.map(({ name, count, cardinality }) => [name, count, cardinality]),
      [['db.system.name', 3, 2]] as unknown[],
    );
    const { labels } = await whenKnown(`/metrics/${metric}/labels`, ({ series_count }) => Number(series_count) === 3);
    const found = [...(labels as Json[])].filter(({ source }) => String(source) === 'attribute');
    assert.deepEqual(
      found.map(({ name, series_count }) => [name, series_count]),
      [
        ['http.request.method', 2],
        ['route', 1],
      ] as unknown[],
    );
  });

  it('find and group spans', async () => {
    for (const [name, peer] of [
      ['db.system', 'server.address'],
      ['db.system.name', 'net.peer.name'],
    ] as const) {
      const { groups } = await ok('GET', `/traces/aggregate?${of(`${peer}:store`)}&group_by=${name}`);
      assert.deepEqual(counts([...(groups as Json[])], name), { redis: 2 });
      const others = await ok('GET', `/traces/aggregate?${of(`-${peer}:store`)}&group_by=${name}`);
      assert.deepEqual(counts(list(others, 'groups'), name), { mysql: 1 });
    }
  });
});
