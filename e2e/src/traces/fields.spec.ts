import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { newTraceId, sendSpans, untilStored } from '../spans.js';
import { makeProject } from '../workspace/project.js';

describe('the fields of spans', () => {
  const service = `fields-${randomUUID().slice(0, 8)}`;
  const attribute = `mark_${service}`;
  let project = '';
  beforeAll(async () => {
    project = await defaultProjectId();
    const id = newTraceId();
    await sendSpans(id, [
      { id: 1, service, from: 0, to: 100, failed: true, attributes: { [attribute]: '1' } },
      { id: 2, parent: 1, service, from: 0, to: 50, attributes: { [attribute]: '2' } },
    ]);
    await untilStored(project, id, 2);
  });

  it('are listed with kind, cardinality and values', async () => {
    const answer = await ok('GET', `/traces/fields?project_id=${project}&service=${service}`);
    assert.deepEqual(
      [answer['scanned'], answer['total'], answer['sampled'], answer['truncated']],
      [2, 2, false, false],
    );
    const named = (name: string) => [...(answer['fields'] as Json[])].find((field) => field['name'] === name);
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
    assert.deepEqual(named('status')?.['values'], [
      { value: 'error', count: 1 },
      { value: 'unset', count: 1 },
    ]);
  });

  it('are restricted by the beginning of their names and by their number', async () => {
    const query = `project_id=${project}&service=${service}`;
    const { fields } = await ok('GET', `/traces/fields?${query}&prefix=${attribute.slice(0, 9).toUpperCase()}`);
    assert.deepEqual(
      [...(fields as Json[])].map(({ name }) => name as string),
      [attribute],
    );
    const cut = await ok('GET', `/traces/fields?${query}&limit=1`);
    assert.deepEqual([[...(cut['fields'] as Json[])].length, cut['truncated']] as unknown[], [1, true]);
  });

  it('are those of one project', async () => {
    const { secret } = await makeKey(['traces:read'], (await makeProject()).id);
    const { fields, total } = await ok('GET', `/traces/fields?service=${service}`, { key: secret });
    assert.deepEqual([fields, total] as unknown[], [[], 0]);
  });

  it('refuses invalid filters with 400 that names the field and not the value', async () => {
    for (const [query, field] of [
      ['q=(Secret-0001', 'q'],
      ['limit=0', 'limit'],
      ['min_duration_ms=-1', 'min_duration_ms'],
      ['status=Secret-0001', 'status'],
      ['start_time=Secret-0001', 'start_time'],
    ] as const) {
      const { status, text, json } = await api('GET', `/traces/fields?project_id=${project}&${query}`);
      assert.deepEqual([status, json['error']], [400, 'invalid_request'], query);
      assert.match(text, new RegExp(field));
      assert.doesNotMatch(text, /Secret-0001/);
    }
  });
});
