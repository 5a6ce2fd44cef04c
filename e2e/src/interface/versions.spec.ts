import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, makeKey, ok, type Json } from '../api.js';

/** The parts of a record that its paths are built from. */
interface Named {
  readonly id: string;
  readonly key: string;
}

/** A kind of record that clients change, with the requests of its life. */
interface Kind {
  readonly noun: string;
  readonly scopes: readonly string[];
  readonly make: (key: string) => Promise<Json>;
  readonly path: (record: Named) => string;
  readonly update: (record: Named) => readonly [method: string, path: string, body: object];
  readonly delete?: (record: Named) => string;
}

const name = () => `versions-${randomUUID().slice(0, 8)}`;
const filters = [{ field: 'property.plan', op: 'eq', value: 'pro' }];
const definition = { operator: 'and', conditions: [{ type: 'property', key: 'plan', op: 'eq', value: 'pro' }] };

const KINDS: readonly Kind[] = [
  {
    noun: 'flags',
    scopes: ['flags:read', 'flags:write'],
    make: (key) => ok('POST', '/flags', { key, body: { key: name(), name: 'a' } }),
    path: ({ key }) => `/flags/${key}`,
    update: ({ key }) => ['PATCH', `/flags/${key}`, { name: 'b' }],
  },
  {
    noun: 'segments',
    scopes: ['segments:read', 'segments:write'],
    make: (key) => ok('POST', '/account-segments', { key, body: { name: 'a', group_type: 'company', filters } }),
    path: ({ id }) => `/account-segments/${id}`,
    update: ({ id }) => ['PATCH', `/account-segments/${id}`, { name: 'b' }],
  },
  {
    noun: 'cohorts',
    scopes: ['cohorts:read', 'cohorts:write'],
    make: (key) => ok('POST', '/analytics/cohorts', { key, body: { name: 'a', kind: 'property', definition } }),
    path: ({ id }) => `/analytics/cohorts/${id}`,
    update: ({ id }) => ['PATCH', `/analytics/cohorts/${id}`, { name: 'b' }],
  },
  {
    noun: 'saved searches',
    scopes: ['saved_searches:read', 'saved_searches:write'],
    make: (key) => ok('POST', '/search/saved', { key, body: { name: 'a', signal: 'logs', query: {} } }),
    path: ({ id }) => `/search/saved/${id}`,
    update: ({ id }) => ['PATCH', `/search/saved/${id}`, { name: 'b' }],
  },
  {
    noun: 'configuration entries',
    scopes: ['settings:read', 'settings:write'],
    make: (key) => ok('PUT', `/settings/config/${name()}`, { key, body: { config_type: 'number', config_value: 1 } }),
    path: ({ key }) => `/settings/config/${key}`,
    update: ({ key }) => ['PUT', `/settings/config/${key}`, { config_type: 'number', config_value: 2 }],
    delete: ({ id }) => `/settings/config/${id}`,
  },
  {
    noun: 'the code host',
    scopes: ['settings:read', 'settings:write'],
    make: (key) => ok('PUT', '/settings/codehost', { key, body: { repo: 'acme/a' } }),
    path: () => '/settings/codehost',
    update: () => ['PUT', '/settings/codehost', { repo: 'acme/b' }],
  },
  {
    noun: 'projects',
    scopes: ['projects:read', 'projects:write'],
    make: (key) => ok('POST', '/projects', { key, body: { name: 'a', slug: name() } }),
    path: ({ id }) => `/projects/${id}`,
    update: ({ id }) => ['PATCH', `/projects/${id}`, { name: 'b' }],
    delete: ({ id }) => `/projects/${id}?confirm=${id}`,
  },
];

describe.each(KINDS.map((kind) => [kind.noun, kind] as const))('the version of %s', (noun, kind) => {
  let key: string;
  let keyId: string;
  beforeAll(async () => {
    const { id: project } = await ok('POST', '/projects', { body: { name: 'x', slug: name() } });
    const made = await makeKey(kind.scopes, noun === 'projects' ? undefined : project);
    [key, keyId] = [made.secret, made.id];
  });
  const deletion = (record: Named, version: number): string => {
    const path = (kind.delete ?? kind.path)(record);
    return `${path}${path.includes('?') ? '&' : '?'}expected_version=${version}`;
  };

  it('returns the version of the record with its creator, and names it in the conflict of a stale update or deletion', async () => {
    const record = await kind.make(key);
    assert.deepEqual([record['version'], record['created_by']], [1, keyId]);
    const [method, path, body] = kind.update(record);
    const update = (expected: number) => api(method, path, { key, body: { ...body, expected_version: expected } });
    const updated = await update(1);
    assert.deepEqual([updated.status, updated.json['version'], updated.json['created_by']], [200, 2, keyId]);
    for (const refused of [await update(1), await update(3), await api('DELETE', deletion(record, 1), { key })]) {
      assert.deepEqual([refused.status, refused.json['error']], [409, 'version_conflict'], refused.text);
      assert.deepEqual(refused.json['details'], [
        { path: 'expected_version', reason: 'is not the current version, which is 2' },
      ]);
    }
    const read = await ok('GET', kind.path(record), { key });
    for (const field of ['version', 'name', 'repo', 'config_value', 'created_by', 'updated_at'])
      assert.deepEqual(read[field], updated.json[field], field);
    assert.ok((await api('DELETE', deletion(record, 2), { key })).status < 300);
  });
});
