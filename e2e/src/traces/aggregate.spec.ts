import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { KIND, newTraceId, sendSpans, untilStored } from '../spans.js';
import { makeProject } from '../workspace/project.js';

describe('aggregated spans', () => {
  const [shop, bank] = ['shop', 'bank'].map((name) => `${name}-${randomUUID().slice(0, 8)}`) as [string, string];
  let query = '';
  beforeAll(async () => {
    const project = await defaultProjectId();
    query = `project_id=${project}&service=${shop},${bank}`;
    const id = newTraceId();
    const attributes = { 'http.route': '/pay' };
    await sendSpans(id, [
      { id: 1, service: shop, name: 'POST /pay', kind: KIND.server, from: 0, to: 100, attributes },
      { id: 2, parent: 1, service: shop, kind: KIND.client, from: 10, to: 60, failed: true },
      { id: 3, parent: 2, service: bank, kind: KIND.server, from: 20, to: 50 },
    ]);
    await untilStored(project, id, 3);
  });
  const read = (others: string, options = {}) => ok('GET', `/traces/aggregate?${query}&${others}`, options);

  it('are counted by service, with failures, percentiles and buckets of the duration', async () => {
    const answer = await read('group_by=service');
    assert.deepEqual([answer['total'], answer['error_count'], answer['rest']?.['count']], [3, 1, 0]);
    const [first, second] = [...(answer['groups'] as Json[])];
    assert.deepEqual([first?.['values'], first?.['count'], first?.['error_count'], first?.['series']] as unknown[], [
      { service: shop },
      2,
      1,
      [],
    ]);
    assert.deepEqual([first?.['duration']?.['avg_ms'], first?.['duration']?.['max_ms']], [75, 100]);
    assert.deepEqual(first?.['duration_buckets'], [
      { from_ms: 50, to_ms: 100, count: 1 },
      { from_ms: 100, to_ms: 200, count: 1 },
    ]);
    assert.deepEqual(second?.['duration'], { avg_ms: 30, p50_ms: 30, p95_ms: 30, p99_ms: 30, max_ms: 30 });
  });

  it('are counted over time, with null where there are no durations', async () => {
    const { groups } = await read('interval=1h');
    const points = [...(groups?.[0]?.['series'] as unknown as Json[])];
    assert.equal(
      points.reduce((sum, { count }) => sum + Number(count), 0),
      3,
    );
    const empty = points.filter(({ count }) => Number(count) === 0);
    assert.ok(empty.length > 0 && empty.every((point) => (point['p95_ms'] as unknown) === null));
  });

  it('are counted by attributes, and selected by the filters of traces.search', async () => {
    const { groups } = await read('group_by=http.route&group_by=kind&limit=1&q=request:yes');
    assert.equal([...(groups as Json[])].length, 1);
    for (const [filter, total] of [
      ['q=request:yes', 2],
      ['operation=POST%20/pay', 1],
      ['status=error', 1],
      ['min_duration_ms=50', 2],
      ['environment=none', 0],
    ] as const)
      assert.equal((await read(filter))['total'], total, filter);
  });

  it('are those of one project', async () => {
    const { secret } = await makeKey(['traces:read'], (await makeProject()).id);
    const { total } = await ok('GET', `/traces/aggregate?service=${shop}`, { key: secret });
    assert.equal(total, 0);
  });

  it('refuses invalid parameters with 400 that names the field and not the value', async () => {
    for (const [others, field] of [
      ['group_by=a,b,c,d', 'group_by'],
      ['group_by=status_message', 'group_by'],
      ['interval=7m', 'interval'],
      ['group_by=service&interval=1m&limit=1000', 'interval'],
      ['limit=0', 'limit'],
      ['q=(Secret-0001', 'q'],
      ['start_time=Secret-0001', 'start_time'],
      ['end_time=2001-01-01T00:00:00Z&start_time=2002-01-01T00:00:00Z', 'end_time'],
    ] as const) {
      const { status, text, json } = await api('GET', `/traces/aggregate?${query}&${others}`);
      assert.deepEqual([status, json['error']], [400, 'invalid_request'], others);
      assert.match(text, new RegExp(field));
      assert.doesNotMatch(text, /Secret-0001/);
    }
  });
});
