import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, ok } from '../api.js';
import { body, create, openScene, type Scene } from './saved-search.js';

describe('saved searches: conflicts change nothing', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });

  it('refuses a stale version on update, duplicate and delete', async () => {
    const { alice } = scene;
    const id = (await create(alice))['id'] as string;
    const current = await ok('PATCH', `/search/saved/${id}`, {
      key: alice.key,
      body: { expected_version: 1, name: 'Second' },
    });
    const stale = await Promise.all([
      api('PATCH', `/search/saved/${id}`, { key: alice.key, body: { expected_version: 1, name: 'Third' } }),
      api('POST', `/search/saved/${id}/duplicate`, {
        key: alice.key,
        body: { expected_version: 1, idempotency_key: randomUUID() },
      }),
      api('DELETE', `/search/saved/${id}?expected_version=1`, { key: alice.key }),
    ]);
    for (const { status, json } of stale) assert.deepEqual([status, json['error']], [409, 'version_conflict']);
    assert.deepEqual(await ok('GET', `/search/saved/${id}`, { key: alice.key }), current);
  });

  it('lets exactly one of two updates of one version win', async () => {
    const { alice } = scene;
    const id = (await create(alice))['id'] as string;
    const names = ['a', 'b', 'c', 'd'];
    const answers = await Promise.all(
      names.map((name) => api('PATCH', `/search/saved/${id}`, { key: alice.key, body: { expected_version: 1, name } })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    assert.equal((await ok('GET', `/search/saved/${id}`, { key: alice.key }))['version'], 2);
  });

  it('replays the answer to an exact retry of create, even after the search was changed and deleted', async () => {
    const { alice } = scene;
    const request = body();
    const first = await api('POST', '/search/saved', { key: alice.key, body: request });
    const id = first.json['id'] as string;
    const retry = async () => {
      const again = await api('POST', '/search/saved', { key: alice.key, body: request });
      assert.deepEqual([again.status, again.json], [201, first.json]);
    };
    await retry();
    await ok('PATCH', `/search/saved/${id}`, { key: alice.key, body: { expected_version: 1, name: 'Changed' } });
    await retry();
    await ok('DELETE', `/search/saved/${id}?expected_version=2`, { key: alice.key });
    await retry();
  });

  it('refuses the same key with other arguments, and creates nothing', async () => {
    const { alice } = scene;
    const request = body({ signal: 'errors' });
    await ok('POST', '/search/saved', { key: alice.key, body: request });
    const before = await ok('GET', '/search/saved?signal=errors', { key: alice.key });
    const other = await api('POST', '/search/saved', { key: alice.key, body: { ...request, name: 'Other' } });
    assert.deepEqual([other.status, other.json['error']], [409, 'idempotency_conflict']);
    assert.deepEqual(await ok('GET', '/search/saved?signal=errors', { key: alice.key }), before);
  });

  it('creates one search for twenty concurrent retries', async () => {
    const { bob } = scene;
    const request = body({ name: `race ${randomUUID()}` });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api('POST', '/search/saved', { key: bob.key, body: request })),
    );
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ json }) => json['id'] as string));
    assert.equal(ids.size, 1);
    for (const { status } of answers) assert.ok(status === 201 || status === 409, String(status));
  });
});
