import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, ok, type Json } from '../api.js';
import { create, openScene, type Scene } from './saved-search.js';

describe('saved searches: visibility', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });

  it('lists and gets own private searches and those that others share', async () => {
    const { alice, bob } = scene;
    const hidden = await create(alice, { signal: 'traces' });
    const shared = await create(alice, { signal: 'traces', is_shared: true });
    const own = await create(bob, { signal: 'traces' });
    const list = await ok('GET', '/search/saved?signal=traces&limit=100', { key: bob.key });
    const ids = [...(list['saved_searches'] as Json[])].map(({ id }) => id as string);
    assert.ok(ids.includes(shared['id']) && ids.includes(own['id']));
    assert.ok(!ids.includes(hidden['id']));
    assert.equal((await api('GET', `/search/saved/${shared['id'] as string}`, { key: bob.key })).status, 200);
  });

  it('returns the same 404 for a hidden, an unknown and a malformed ID, byte for byte, on every operation', async () => {
    const { alice, bob } = scene;
    const hidden = (await create(alice))['id'] as string;
    const attempts = (id: string) => [
      api('GET', `/search/saved/${id}`, { key: bob.key }),
      api('PATCH', `/search/saved/${id}`, { key: bob.key, body: { expected_version: 1, name: 'x' } }),
      api('POST', `/search/saved/${id}/duplicate`, {
        key: bob.key,
        body: { expected_version: 1, idempotency_key: randomUUID() },
      }),
      api('DELETE', `/search/saved/${id}?expected_version=1`, { key: bob.key }),
    ];
    const answers = await Promise.all([hidden, randomUUID(), 'not-an-id'].flatMap(attempts));
    for (const { status, text } of answers) assert.deepEqual([status, text], [404, answers[0]?.text]);
    assert.equal((await ok('GET', `/search/saved/${hidden}`, { key: alice.key }))['version'], 1);
  });

  it('lets only the owner change or delete a shared search', async () => {
    const { alice, bob } = scene;
    const shared = (await create(alice, { is_shared: true }))['id'] as string;
    const patch = await api('PATCH', `/search/saved/${shared}`, {
      key: bob.key,
      body: { expected_version: 1, name: 'x' },
    });
    const remove = await api('DELETE', `/search/saved/${shared}?expected_version=1`, { key: bob.key });
    assert.deepEqual([patch.status, remove.status], [403, 403]);
    assert.equal((await ok('GET', `/search/saved/${shared}`, { key: alice.key }))['version'], 1);
  });
});
