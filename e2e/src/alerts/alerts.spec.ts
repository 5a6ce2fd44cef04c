import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, makeKey, ok } from '../api.js';
import { makeProject } from '../workspace/project.js';

describe('alerts', () => {
  let query: string;
  let project: string;
  beforeAll(async () => {
    project = (await makeProject()).id;
    query = `project_id=${project}`;
  });

  it('returns no alerts for a new project, whatever the filter', async () => {
    for (const filter of ['', '&state=firing,acknowledged&severity=critical', '&state=resolved&limit=1000']) {
      const { alerts, pagination } = await ok('GET', `/alerts?${query}${filter}`);
      assert.deepEqual([alerts, pagination], [[], { has_more: false }]);
    }
  });

  it('refuses unknown filters and invalid cursors with 400', async () => {
    for (const wrong of ['state=open', 'severity=high', 'limit=0', 'cursor=x', `state=${'firing,'.repeat(6)}`]) {
      const { status, json } = await api('GET', `/alerts?${query}&${wrong}`);
      assert.deepEqual([status, json['error']], [400, 'invalid_request'], wrong);
    }
  });

  it('returns 404 for an unknown alert', async () => {
    for (const id of [randomUUID(), 'x', 'rule']) {
      assert.equal((await api('GET', `/alerts/${id}?${query}`)).status, 404);
      for (const action of ['acknowledge', 'resolve'])
        assert.equal((await api('POST', `/alerts/${id}/${action}?${query}`, { body: { note: 'n' } })).status, 404);
    }
  });

  it('requires alerts:read to read alerts and alerts:write to change them', async () => {
    const { secret: key } = await makeKey(['alerts:read'], project);
    assert.equal((await api('GET', '/alerts', { key })).status, 200);
    for (const action of ['acknowledge', 'resolve'])
      assert.equal((await api('POST', `/alerts/${randomUUID()}/${action}`, { key, body: {} })).status, 403);
  });

  it('previews the alerts of a silence with alerts:read, by the rules of its matchers', async () => {
    const { secret: key } = await makeKey(['alerts:read'], project);
    const matcher = { label_name: 'service_name', operator: '=~', value: 'check.*' };
    const preview = (matchers: readonly object[]) =>
      api('POST', '/alerts/silences/preview', { key, body: { matchers } });
    const { status, json } = await preview([matcher]);
    assert.deepEqual([status, json], [200, { alerts: [], count: 0, truncated: false }]);
    for (const matchers of [[], [{ ...matcher, value: '.*' }], [{ ...matcher, value: '(' }]])
      assert.equal((await preview(matchers)).status, 400);
  });

  it('inhibits alerts by rules of the project, which alerts:read shows and alerts:write sets', async () => {
    const { secret: reader } = await makeKey(['alerts:read'], project);
    const { secret: key } = await makeKey(['alerts:read', 'alerts:write'], project);
    const built = await ok('GET', '/alerts/inhibition', { key: reader });
    assert.deepEqual([built['version'], [...built['rules']].length], [undefined, 1]);
    const matchers = [{ label_name: 'alertname', operator: '=', value: 'Down' }];
    const rules = [{ source_matchers: matchers, target_matchers: matchers, equal: ['service_name'] }];
    assert.equal((await api('PUT', '/alerts/inhibition', { key: reader, body: { rules } })).status, 403);
    assert.equal((await api('DELETE', '/alerts/inhibition', { key: reader })).status, 403);
    const set = await ok('PUT', '/alerts/inhibition', { key, body: { rules } });
    assert.deepEqual([set['version'], set['rules']], [1, rules]);
    const stale = await api('PUT', '/alerts/inhibition', { key, body: { rules, expected_version: 2 } });
    assert.deepEqual([stale.status, stale.json['error']], [409, 'version_conflict']);
    const wrong = [{ ...rules[0], target_matchers: [{ ...matchers[0], operator: '=~', value: '(' }] }];
    const { status, json } = await api('PUT', '/alerts/inhibition', { key, body: { rules: wrong } });
    assert.deepEqual([status, json['details']?.[0]?.['path']], [400, 'rules[0].target_matchers[0].value']);
    assert.equal((await api('DELETE', '/alerts/inhibition', { key })).status, 204);
    assert.equal((await api('DELETE', '/alerts/inhibition', { key })).status, 404);
    assert.deepEqual(await ok('GET', '/alerts/inhibition', { key }), built);
  });
});
