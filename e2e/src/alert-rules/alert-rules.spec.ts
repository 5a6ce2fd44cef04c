import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { openIssues } from '../issues/scene.js';
import { makeProject } from '../workspace/project.js';
import { RULE } from './rule.js';

describe('alert rules', () => {
  let project: string;
  let query: string;
  beforeAll(async () => {
    project = (await makeProject()).id;
    query = `project_id=${project}`;
  });

  it('creates an alert rule, accepts it as it was read, and deletes it', async () => {
    const created = await api('POST', `/alerts/rules?${query}`, { body: RULE });
    assert.deepEqual([created.status, created.json['interval'], created.json['enabled']], [201, '30s', true]);
    const path = `/alerts/rules/${String(created.json['id'])}?${query}`;
    const read = await ok('GET', path);
    const updated = await api('PUT', path, { body: read });
    assert.deepEqual([updated.status, updated.json['version']], [200, 2]);
    const stale = await api('PUT', path, { body: read });
    assert.deepEqual([stale.status, stale.json['error']], [409, 'version_conflict']);
    const unversioned = { ...(read as object), version: undefined };
    assert.equal((await api('PUT', path, { body: unversioned })).status, 400);
    assert.equal((await api('DELETE', path)).status, 204);
    for (const method of ['GET', 'DELETE']) assert.equal((await api(method, path)).status, 404);
    assert.equal((await api('GET', `/alerts/rules/${randomUUID()}?${query}`)).status, 404);
  });

  it('lists alert rules in pages, and answers a malformed cursor with 400 InvalidArgument', async () => {
    for (const name of ['a', 'b', 'c']) await ok('POST', `/alerts/rules?${query}`, { body: { ...RULE, name } });
    const first = await ok('GET', `/alerts/rules?${query}&limit=2`);
    const cursor = String(first['pagination']['next_cursor']);
    const second = await ok('GET', `/alerts/rules?${query}&limit=2&cursor=${cursor}`);
    const names = [first, second].flatMap(({ rules }) => [...(rules as Json[])].map(({ name }) => name));
    assert.deepEqual(names, ['a', 'b', 'c']);
    const refused = await api('GET', `/alerts/rules?${query}&cursor=nonsense`);
    assert.deepEqual([refused.status, refused.json['error']], [400, 'InvalidArgument']);
  });

  it('requires alerts:read to read and test alert rules and alerts:write to change them', async () => {
    const { secret: key } = await makeKey(['alerts:read'], project);
    assert.equal((await api('GET', '/alerts/rules', { key })).status, 200);
    assert.equal((await api('POST', '/alerts/rules/test', { key, body: RULE })).status, 200);
    assert.equal((await api('POST', '/alerts/rules', { key, body: RULE })).status, 403);
    assert.equal((await api('PUT', `/alerts/rules/${randomUUID()}`, { key, body: RULE })).status, 403);
    assert.equal((await api('DELETE', `/alerts/rules/${randomUUID()}`, { key })).status, 403);
  });

  it('accepts a shared saved search of the project in a rule, and refuses a private search of another caller', async () => {
    const { secret: key } = await makeKey(['alerts:write'], project);
    const save = async (isShared: boolean): Promise<unknown> => {
      const search = { name: 'Errors', signal: 'logs', query: { q: 'level:error' }, is_shared: isShared };
      return (await ok('POST', `/search/saved?${query}`, { body: { ...search, idempotency_key: randomUUID() } }))['id'];
    };
    const create = async (searchId: unknown) =>
      api('POST', '/alerts/rules', { key, body: { ...RULE, query: { saved_search_id: searchId } } });
    const created = await create(await save(true));
    assert.equal(created.status, 201, JSON.stringify(created.json));
    for (const unseen of [await save(false), randomUUID()]) {
      const { status, json } = await create(unseen);
      assert.deepEqual([status, json['details'][0]['path']], [400, 'query.saved_search_id']);
    }
  });

  it('raises alerts for new issues of a service and an environment, and none for those of others', async () => {
    const scene = await openIssues();
    const own = `project_id=${scene.project}`;
    const queries = [
      {},
      { service: ['shop'] },
      { environment: ['production'] },
      { signal: 'errors', service: ['shop'], environment: ['production'] },
      { service: ['cart'] },
    ];
    for (const [nth, query] of queries.entries())
      await ok('POST', `/alerts/rules?${own}`, { body: { name: `rule ${nth}`, kind: 'new_issue', query } });
    await scene.send({ type: 'Broken', message: 'no', service: 'shop', environment: 'production' });
    const alerts = await eventually('four rules fire', async () => {
      const found = (await ok('GET', `/alerts?${own}&state=firing`))['alerts'] as Json[];
      return found.length === 4 && [...found];
    });
    for (const { labels, summary } of alerts) {
      const { service_name, environment, issue_title } = labels;
      assert.deepEqual([service_name, environment, issue_title], ['shop', 'production', 'Broken: no']);
      assert.equal(summary, 'A new issue was found: Broken: no.');
    }
    const matchers = [{ label_name: 'service_name', operator: '=', value: 'shop' }];
    const preview = await ok('POST', `/alerts/silences/preview?${own}`, { body: { matchers } });
    assert.equal(preview['count'], 4);
  });
});
