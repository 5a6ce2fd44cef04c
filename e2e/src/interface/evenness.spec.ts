import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { operations } from '@svc/contract';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { theService } from '../topology.js';

const name = () => `even-${randomUUID().slice(0, 8)}`;
const createProject = async () => {
  const { id, slug } = await ok('POST', '/projects', { body: { name: 'a', slug: name() } });
  return { id: String(id), slug: String(slug) };
};
const filters = [{ field: 'property.plan', op: 'eq', value: 'pro' }];

/** A body for each creation, by operation. */
const BODIES: Readonly<Record<string, () => object>> = {
  'api_keys.create': () => ({ name: 'a', scopes: ['logs:read'] }),
  'cohorts.create': () => ({ name: 'a', kind: 'static', members: [] }),
  'contact_methods.add': () => ({ type: 'email', value: `${name()}@example.com` }),
  'flags.create': () => ({ key: name(), name: 'a' }),
  'invitations.create': () => ({ email: `${name()}@example.com`, role: 'ROLE_MEMBER' }),
  'projects.create': () => ({ name: 'a', slug: name() }),
  'saved_searches.create': () => ({ name: 'a', signal: 'logs', query: {}, idempotency_key: name() }),
  'segments.create': () => ({ name: 'a', group_type: 'company', filters }),
};

describe('a creation', () => {
  const creations = operations.filter(({ successStatus, id }) => successStatus === 201 && id in BODIES);

  it.each(creations.map((operation) => [operation.id, operation] as const))(
    'answers a creation with the location of the record: %s',
    async (id, { path: full, project }) => {
      const path = full.replace('/api/v1', '');
      const projectId = await defaultProjectId();
      const query = project === 'required' ? `?project_id=${projectId}` : '';
      const body = { ...BODIES[id]?.(), ...(id === 'saved_searches.create' && { project_id: projectId }) };
      const made = await api('POST', path + query, { body });
      assert.equal(made.status, 201, made.text);
      const location = made.headers.get('location') ?? assert.fail('no Location');
      const created = (made.json['api_key'] ?? made.json) as { readonly id?: string; readonly key?: string };
      assert.equal(location, `${full}/${created.id ?? created.key}${query}`);
      const readable = operations.some((each) => each.method === 'GET' && isItem(each.path, full));
      const read = await api('GET', location.replace('/api/v1', ''));
      assert.equal(read.status, readable ? 200 : 405, read.text);
    },
  );
});

describe('a slash at the end of a path', () => {
  it('ignores a slash at the end of a path, on both interfaces', async () => {
    const { httpUrl, ingestUrl, apiKey } = theService();
    const headers = { 'x-svc-api-key': apiKey };
    const query = `?project_id=${await defaultProjectId()}`;
    for (const path of ['/logs', '/traces', '/persons', '/flags', '/projects/current']) {
      const [bare, slashed] = await Promise.all([path, `${path}/`].map((each) => api('GET', each + query)));
      assert.deepEqual([slashed?.status, Object.keys(slashed?.json ?? {})], [200, Object.keys(bare?.json ?? {})], path);
    }
    const refused = await fetch(`${httpUrl}/api/v1/flags/`, { method: 'PUT', headers });
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS, POST']);
    const captured = await fetch(`${ingestUrl}/api/v1/capture/`, { method: 'POST', headers, body: '{"events":[]}' });
    assert.notEqual(captured.status, 404);
  });
});

describe('the two interfaces', () => {
  it('sends the same headers and the same form of an error on both interfaces', async () => {
    const { httpUrl, ingestUrl } = theService();
    const common = ['x-request-id', 'x-content-type-options', 'x-frame-options', 'referrer-policy', 'cache-control'];
    const { secret } = await makeKey(['logs:read']);
    for (const [path, status, key] of [
      ['/api/v1/nothing', 404, undefined],
      ['/api/v1/capture', 401, undefined],
      ['/api/v1/capture', 403, secret],
      ['/v1/logs', 401, undefined],
      ['/health/live', 200, undefined],
    ] as const) {
      const method = status === 200 ? 'GET' : 'POST';
      const answer = await fetch(`${ingestUrl}${path}`, {
        method,
        headers: { 'x-request-id': 'even', ...(key !== undefined && { 'x-svc-api-key': key }) },
        ...(method === 'POST' && { body: '{}' }),
      });
      const body = (await answer.json()) as Json;
      assert.equal(answer.status, status, path);
      for (const header of common) assert.ok(answer.headers.get(header), `${path} ${header}`);
      assert.equal(answer.headers.get('x-request-id'), 'even');
      if (path.startsWith('/api') || path === '/v1/logs') assert.ok(!('request_id' in body));
    }
    const other = await fetch(`${httpUrl}/api/v1/nothing`);
    for (const header of common) assert.ok(other.headers.get(header), header);
  });

  it('finds the project of a request in the same way on both interfaces, and refuses it in the same words', async () => {
    const scopes = ['logs:read', 'analytics:write'];
    const [project, sibling] = [await createProject(), await createProject()];
    const [all, bound] = [await makeKey(scopes), await makeKey(scopes, project.id)];
    const event = JSON.stringify({ events: [{ event: 'even', distinct_id: 'even' }] });
    const [unknown, conflict] = ['404 not_found', '403 permission_denied'];
    const cases: [key: string, query: string, header: string | undefined, expected: string][] = [
      [all.secret, `?project_id=${project.id}`, undefined, '200'],
      [all.secret, `?project_id=${project.id}`, project.slug, '200'],
      [all.secret, '', project.id, '200'],
      [all.secret, '', project.slug, '200'],
      [bound.secret, '', project.slug, '200'],
      [all.secret, `?project_id=${randomUUID()}`, undefined, unknown],
      [all.secret, '', randomUUID(), unknown],
      [all.secret, '', 'nothing', unknown],
      [all.secret, `?project_id=${project.slug}`, undefined, unknown],
      [all.secret, `?project_id=${project.id}`, sibling.id, conflict],
      [all.secret, `?project_id=${project.id}&project_id=${sibling.id}`, undefined, conflict],
      [bound.secret, `?project_id=${project.slug}`, undefined, conflict],
      [bound.secret, `?project_id=${sibling.id}`, undefined, conflict],
      [bound.secret, '', sibling.slug, conflict],
      [bound.secret, '', 'nothing', conflict],
      [(await makeKey(['flags:read'])).secret, '', 'nothing', conflict],
    ];
    const { httpUrl, ingestUrl } = theService();
    for (const [key, query, header, expected] of cases) {
      const headers = { 'x-svc-api-key': key, ...(header !== undefined && { 'x-svc-project': header }) };
      const [read, sent] = await Promise.all([
        fetch(`${httpUrl}/api/v1/logs${query}`, { headers }),
        fetch(`${ingestUrl}/api/v1/capture${query}`, { method: 'POST', headers, body: event }),
      ]);
      const [answer, captured] = [(await read.json()) as Json, (await sent.json()) as Json];
      const outcome = [read.status, answer['error']].join(' ').trim();
      assert.deepEqual([outcome, sent.status], [expected, read.status], `${query} ${header}`);
      // A missing scope is named, and each interface needs its own.
      const refusal = ({ error, message }: Json) => [error, String(message).replace(/scope \S+/, 'scope')];
      if (read.status !== 200) assert.deepEqual(refusal(captured), refusal(answer), `${query} ${header}`);
    }
  });
});

function isItem(path: string, collection: string): boolean {
  return path.startsWith(`${collection}/{`) && path.indexOf('/', collection.length + 1) === -1;
}
