import assert from 'node:assert/strict';
import { api, ok, type Json } from '../api.js';
import { body, create, openScene, type Scene } from './saved-search.js';

describe('saved searches: what succeeds', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });

  it('creates a saved search with 201, version 1 and everything that was sent, null members included', async () => {
    const { alice, project } = scene;
    const answer = await api('POST', '/search/saved', { key: alice.key, body: body({ name: 'Created' }) });
    assert.equal(answer.status, 201);
    const made = answer.json;
    assert.equal(made['version'], 1);
    assert.equal(made['project_id'], project);
    assert.equal(made['created_by'], alice.keyId);
    assert.deepEqual(made['query'], { q: 'refused', level: ['error'], nested: { nothing: null } });
    assert.deepEqual(await ok('GET', `/search/saved/${made['id'] as string}`, { key: alice.key }), made);
  });

  it('updates only the given fields of a saved search', async () => {
    const { alice } = scene;
    const made = await create(alice);
    const updated = await ok('PATCH', `/search/saved/${made['id'] as string}`, {
      key: alice.key,
      body: { expected_version: 1, name: 'Renamed', is_shared: true },
    });
    assert.equal(updated['version'], 2);
    assert.equal(updated['name'], 'Renamed');
    assert.equal(updated['is_shared'], true);
    assert.deepEqual(updated['query'], made['query']);
  });

  it('duplicates a saved search as a private copy of the caller, also one that another shares', async () => {
    const { alice, bob } = scene;
    const shared = await create(alice, { is_shared: true });
    const answer = await api('POST', `/search/saved/${shared['id'] as string}/duplicate`, {
      key: bob.key,
      body: { expected_version: 1, idempotency_key: 'copy-1' + (shared['id'] as string) },
    });
    assert.equal(answer.status, 201);
    assert.equal(answer.json['is_shared'], false);
    assert.equal(answer.json['created_by'], bob.keyId);
    assert.equal(answer.json['version'], 1);
    assert.notEqual(answer.json['id'], shared['id']);
  });

  it('deletes a saved search with 204 without a body', async () => {
    const { alice } = scene;
    const id = (await create(alice))['id'] as string;
    const answer = await api('DELETE', `/search/saved/${id}?expected_version=1`, { key: alice.key });
    assert.deepEqual([answer.status, answer.text], [204, '']);
    assert.equal((await api('GET', `/search/saved/${id}`, { key: alice.key })).status, 404);
  });

  it('lists saved searches newest first, each once, and ends without a cursor', async () => {
    const { bob } = scene;
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.push((await create(bob, { signal: 'metrics' }))['id']);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await ok(
        'GET',
        `/search/saved?signal=metrics&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        { key: bob.key },
      );
      const rows = [...(page['saved_searches'] as Json[])];
      seen.push(...rows.filter(({ created_by }) => (created_by as string) === bob.keyId).map(({ id }) => id as string));
      const pagination = page['pagination'];
      assert.equal('next_cursor' in pagination, pagination['has_more']);
      cursor = pagination['next_cursor'] ?? '';
    } while (cursor !== '');
    assert.deepEqual(seen, made.reverse());
  });
});
