import assert from 'node:assert/strict';
import { api, ok } from '../api.js';
import { body, create, openScene, type Scene } from './saved-search.js';

const SENTINEL = 'Do-Not-Echo-5e1c';

describe('saved searches: refused input names the field and repeats nothing', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });

  const bodies: [string, Record<string, unknown>, string][] = [
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name that is no string', { name: [SENTINEL] }, 'name'],
    ['an unknown signal', { signal: SENTINEL }, 'signal'],
    ['a query that is no object', { query: SENTINEL }, 'query'],
    ['no query', { query: undefined }, 'query'],
    ['a flag that is no boolean', { is_shared: SENTINEL }, 'is_shared'],
    ['an unknown field', { isShared: SENTINEL }, 'isShared'],
    ['a key with a blank', { idempotency_key: `${SENTINEL} ` }, 'idempotency_key'],
    ['a key of lookalikes', { idempotency_key: 'аbc' }, 'idempotency_key'],
    ['a key too long', { idempotency_key: 'k'.repeat(129) }, 'idempotency_key'],
  ];
  for (const [what, changes, field] of bodies) {
    it(`refuses to create a saved search with ${what}`, async () => {
      const answer = await api('POST', '/search/saved', { key: scene.alice.key, body: body(changes) });
      assert.equal(answer.status, 400, answer.text);
      assert.ok(answer.text.includes(field), answer.text);
      assert.ok(!answer.text.includes(SENTINEL), answer.text);
    });
  }

  it('refuses an organization-level caller without a key or a project', async () => {
    const { project, query } = scene;
    const withoutKey = await api('POST', `/search/saved?${query}`, {
      body: body({ project_id: project, idempotency_key: undefined }),
    });
    assert.deepEqual([withoutKey.status, withoutKey.json['error']], [400, 'idempotency_key_required']);
    const withoutProject = await api('POST', '/search/saved', { body: body() });
    assert.equal(withoutProject.status, 400);
    assert.ok(withoutProject.text.includes('project_id'));
  });

  it('refuses updates and deletions without an expected version', async () => {
    const { alice } = scene;
    const id = (await create(alice))['id'] as string;
    const answers = await Promise.all([
      api('PATCH', `/search/saved/${id}`, { key: alice.key, body: { name: 'x' } }),
      api('DELETE', `/search/saved/${id}`, { key: alice.key }),
      api('DELETE', `/search/saved/${id}?expected_version=${SENTINEL}`, { key: alice.key }),
      api('DELETE', `/search/saved/${id}?expected_version=0`, { key: alice.key }),
    ]);
    for (const { status, text } of answers) {
      assert.equal(status, 400);
      assert.ok(text.includes('expected_version') && !text.includes(SENTINEL));
    }
  });

  it('refuses a cursor that is malformed, of another filter or of another caller, instead of restarting at page one', async () => {
    const { alice, bob } = scene;
    for (let index = 0; index < 2; index++) await create(alice, { is_shared: true });
    const page = await ok('GET', '/search/saved?signal=logs&limit=1', { key: alice.key });
    const cursor = encodeURIComponent(page['pagination']?.['next_cursor']);
    const attempts = [
      api('GET', `/search/saved?signal=logs&limit=1&cursor=${SENTINEL}`, { key: alice.key }),
      api('GET', `/search/saved?signal=traces&limit=1&cursor=${cursor}`, { key: alice.key }),
      api('GET', `/search/saved?signal=logs&limit=1&cursor=${cursor}`, { key: bob.key }),
      api('GET', `/search/saved?signal=logs&limit=1&cursor=${cursor}x`, { key: alice.key }),
    ];
    for (const { status, text } of await Promise.all(attempts)) {
      assert.equal(status, 400, text);
      assert.ok(text.includes('cursor') && !text.includes(SENTINEL), text);
    }
  });

  it('refuses a malformed or repeated limit, and clamps one that is too large', async () => {
    const { key } = scene.alice;
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=1.5',
      `limit=${SENTINEL}`,
      'limit=1&limit=2',
      'cursor=a&cursor=b',
    ]) {
      const answer = await api('GET', `/search/saved?signal=logs&${query}`, { key });
      assert.equal(answer.status, 400, query);
      assert.ok(!answer.text.includes(SENTINEL));
    }
    assert.equal((await api('GET', '/search/saved?signal=logs&limit=100000', { key })).status, 200);
  });
});
