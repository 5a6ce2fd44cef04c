import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { sendLogs } from './send.js';

describe('the fields of logs', () => {
  const service = `fields-${randomUUID().slice(0, 8)}`;
  const attribute = `mark_${service}`;
  let project = '';
  beforeAll(async () => {
    project = await defaultProjectId();
    await sendLogs(
      service,
      [
        { body: 'a', severityNumber: 17, attributes: { [attribute]: '1' } },
        { body: 'b', attributes: { [attribute]: '2' }, agoMs: 3_600_000 * 23 },
      ],
      { 'host.name': 'node-1' },
    );
  });

  it('lists the fields of logs over the last day, with kind, cardinality and values', async () => {
    const answer = await ok('GET', `/logs/fields?project_id=${project}&service=${service}`);
    assert.deepEqual(
      [answer['scanned'], answer['total'], answer['sampled'], answer['truncated']],
      [2, 2, false, false],
    );
    const fields = [...(answer['fields'] as Json[])];
    const named = (name: string) => fields.find((field) => field['name'] === name);
    assert.deepEqual(named(attribute), {
      name: attribute,
      source: 'attribute',
      kind: 'number',
      count: 2,
      cardinality: 2,
      values: [
        { value: '1', count: 1 },
        { value: '2', count: 1 },
      ],
    });
    assert.equal(named('host.name')?.['source'], 'resource');
    assert.deepEqual(named('level')?.['values'], [{ value: 'error', count: 1 }]);
  });

  it('refuses an invalid search for the fields of logs', async () => {
    const { status, json: error } = await api('GET', `/logs/fields?project_id=${project}&q=(`);
    assert.deepEqual([status, error['error']], [400, 'invalid_request']);
  });

  it('offers a command for the fields of logs', async () => {
    const env = { SVC_PROJECT: project };
    const { fields } = await json(['logs', 'fields'], { env });
    assert.ok((fields as { name: string }[]).some(({ name }) => name === attribute));
    assert.match((await svc(['logs', 'fields', '-o', 'table'], { env })).stdout, /FIELD +SOURCE +KIND/);
  });
});
