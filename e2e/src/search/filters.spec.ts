import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { sendLogs } from '../logs/send.js';

describe('the values of a field', () => {
  const service = `filters-${randomUUID().slice(0, 8)}`;
  let project = '';
  beforeAll(async () => {
    project = await defaultProjectId();
    await sendLogs(service, [{ body: 'a', severityNumber: 17 }, { body: 'b' }]);
  });

  it('lists the values of a field with how often each occurs', async () => {
    const { values, truncated } = await ok('GET', `/search/filters/service?project_id=${project}&limit=1000`);
    const ours = [...(values as Json[])].find((value) => (value['value'] as string) === service);
    assert.deepEqual(ours, { value: service, span_count: 0, log_count: 2, series_count: 0 });
    assert.equal(truncated, false);
    const levels = await ok('GET', `/search/filters/level?project_id=${project}`);
    assert.ok([...(levels['values'] as Json[])].some((value) => (value['value'] as string) === 'error'));
  });

  it('refuses the values of a field that has none, without repeating the request', async () => {
    for (const field of ['nonsense', 'constructor', '%27%20OR%201', 'resource.nonsense'])
      assert.deepEqual((await ok('GET', `/search/filters/${field}?project_id=${project}`))['values'], [], field);
    for (const field of ['body', 'x'.repeat(201)]) {
      const { status, json: error, text } = await api('GET', `/search/filters/${field}?project_id=${project}`);
      assert.deepEqual([status, error['error']], [400, 'invalid_request'], field);
      assert.ok(!text.includes('xxx'), text);
    }
    assert.equal((await api('GET', `/search/filters/service?project_id=${project}&limit=0`)).status, 400);
  });

  it('offers a command for the values of a field', async () => {
    const env = { SVC_PROJECT: project };
    const { field } = await json(['search', 'filters', 'service'], { env });
    assert.equal(field, 'service');
    assert.equal((await json(['search', 'filters', 'tenant'], { env }))['field'], 'tenant');
    assert.match(
      (await svc(['search', 'filters', 'level', '-o', 'table'], { env })).stdout,
      /VALUE +SPANS +LOGS +SERIES/,
    );
  });
});
