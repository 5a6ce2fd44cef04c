import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, makeKey, ok, type Json } from '../api.js';
import { makeProject } from '../workspace/project.js';

const HOUR_MS = 3_600_000;

describe('silences', () => {
  let query: string;
  let project: string;
  const body = (more: object = {}) => ({
    name: 'Deploy',
    matchers: [{ label_name: 'service_name', operator: '=~', value: 'check.*' }],
    starts_at: new Date(Date.now() - HOUR_MS).toISOString(),
    ends_at: new Date(Date.now() + HOUR_MS).toISOString(),
    ...more,
  });
  beforeAll(async () => {
    project = (await makeProject()).id;
    query = `project_id=${project}`;
  });

  it('creates, lists and expires silences', async () => {
    const created = await api('POST', `/alerts/silences?${query}`, { body: body() });
    assert.deepEqual([created.status, created.json['status']], [201, 'active']);
    const id = String(created.json['id']);
    assert.equal((await api('DELETE', `/alerts/silences/${id}?${query}`)).status, 204);
    const { silences } = await ok('GET', `/alerts/silences?${query}&limit=0&cursor=x`);
    const found = [...(silences as Json[])].find((silence) => silence['id'] === id);
    assert.equal(found?.['status'], 'expired');
    for (const unknown of [randomUUID(), 'x'])
      assert.equal((await api('DELETE', `/alerts/silences/${unknown}?${query}`)).status, 404);
  });

  it('refuses silences that could silence everything, end too early or have an invalid expression with 400', async () => {
    const matcher = { label_name: 'service_name', operator: '=', value: 'checkout' };
    for (const more of [
      { matchers: [] },
      { matchers: undefined },
      { matchers: Array.from({ length: 21 }, () => matcher) },
      { matchers: [{ ...matcher, operator: '==' }] },
      { matchers: [{ ...matcher, operator: '=~', value: '(?=x)' }] },
      { matchers: [{ ...matcher, operator: '=~', value: '.*' }] },
      { matchers: [{ ...matcher, label_name: '' }] },
      { ends_at: undefined },
      { ends_at: 'tomorrow' },
      { ends_at: new Date(Date.now() - 60_000).toISOString() },
      { starts_at: new Date(Date.now() + 2 * HOUR_MS).toISOString() },
      { name: '' },
    ]) {
      const { status, json } = await api('POST', `/alerts/silences?${query}`, { body: body(more) });
      assert.deepEqual([status, json['error']], [400, 'invalid_request'], JSON.stringify(more));
    }
  });

  it('requires alerts:read to read silences and alerts:write to change them', async () => {
    const { secret: key } = await makeKey(['alerts:read'], project);
    assert.equal((await api('GET', '/alerts/silences', { key })).status, 200);
    assert.equal((await api('POST', '/alerts/silences', { key, body: body() })).status, 403);
    assert.equal((await api('DELETE', `/alerts/silences/${randomUUID()}`, { key })).status, 403);
  });
});
