import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { sendLogs } from './send.js';

describe('aggregated logs', () => {
  const service = `aggregate-${randomUUID().slice(0, 8)}`;
  let project = '';
  beforeAll(async () => {
    project = await defaultProjectId();
    await sendLogs(
      service,
      [
        { body: 'a', severityNumber: 17, attributes: { route: '/a' } },
        { body: 'b', severityNumber: 17, attributes: { route: '/b' } },
        { body: 'c', severityNumber: 9, attributes: { route: '/a' } },
      ],
      { 'host.name': 'node-1' },
    );
  });

  it('counts logs by level, attribute and resource, in one request', async () => {
    const query = `project_id=${project}&service=${service}`;
    const byLevel = await ok('GET', `/logs/aggregate?${query}&group_by=level`);
    assert.deepEqual(byLevel['groups'], [
      { values: { level: 'error' }, count: 2, series: [] },
      { values: { level: 'info' }, count: 1, series: [] },
    ]);
    assert.deepEqual([byLevel['total'], byLevel['rest']?.['count']], [3, 0]);
    for (const groupBy of [
      'group_by=level,route&group_by=host.name',
      'group_by=level&group_by=route&group_by=host.name',
    ]) {
      const { groups } = await ok('GET', `/logs/aggregate?${query}&interval=1h&limit=1&${groupBy}`);
      assert.deepEqual(groups[0]?.['values'], { level: 'error', route: '/a', 'host.name': 'node-1' });
      // The hour has one record, and every other bucket of the window is there without any.
      const counts = [...(groups[0]?.['series'] as Json[])].map(({ count }) => Number(count));
      assert.deepEqual([counts.length, Math.max(...counts), counts.reduce((sum, count) => sum + count)], [2, 1, 1]);
    }
  });

  it('requires one to three fields other than the body', async () => {
    for (const groupBy of ['', 'group_by=', 'group_by=a,b,c,d', 'group_by=body', 'group_by=a&interval=7m']) {
      const { status, json: error } = await api('GET', `/logs/aggregate?project_id=${project}&${groupBy}`);
      assert.deepEqual([status, error['error']], [400, 'invalid_request'], groupBy);
    }
  });

  it('offers a command for aggregated logs', async () => {
    const env = { SVC_PROJECT: project };
    const { groups } = await json(['logs', 'aggregate', '--group-by', 'service,level', '--since', '10m'], { env });
    assert.ok(
      (groups as { values: object; count: number }[]).some(
        ({ values, count }) => JSON.stringify(values).includes(service) && count === 2,
      ),
    );
    assert.equal((await svc(['logs', 'aggregate'], { env })).code, 2);
  });
});
