import assert from 'node:assert/strict';
import { KEY_CACHE_TTL_MS, generateApiKey } from '@svc/auth';
import { eventually } from '@svc/testing';
import { GatewayUnderTest } from '../testing/gateway.js';

const PATH = '/api/v1/account';

describe('authentication over HTTP', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.recorder.arrivals.splice(0));

  const headerForms: [string, (key: string) => Record<string, string | string[]>][] = [
    ['X-Svc-API-Key', (key) => ({ 'X-Svc-API-Key': key })],
    ['X-API-Key', (key) => ({ 'X-API-Key': key })],
    ['Authorization: ApiKey', (key) => ({ Authorization: `ApiKey ${key}` })],
    ['Authorization: Bearer', (key) => ({ Authorization: `Bearer ${key}` })],
    ['HTTP Basic as the password', (key) => ({ Authorization: `Basic ${btoa(`grafana:${key}`)}` })],
    ['the same key in two headers', (key) => ({ 'X-API-Key': key, Authorization: `ApiKey ${key}` })],
  ];
  for (const [name, headers] of headerForms) {
    it(`accepts a key in ${name}`, async () => {
      const { secret } = await gateway.newKey();
      const { status, json } = await gateway.send(PATH, { headers: headers(secret) });
      assert.equal(status, 200);
      assert.equal((json as { principal?: { name?: string } }).principal?.name, 'key under test');
    });
  }

  it('accepts a key of another form, as the operator chose it', async () => {
    const { status, json } = await gateway.send(PATH, { key: gateway.workspace.ownerKey });
    assert.equal(status, 200);
    assert.deepEqual(json.organization, { id: gateway.workspace.organizationId, name: 'Organization under test' });
    assert.equal(json.project_id, undefined);
  });

  it('refuses two different good keys in one request with 401', async () => {
    const { secret } = await gateway.newKey();
    const pairs: Record<string, string | string[]>[] = [
      { 'X-Svc-API-Key': gateway.workspace.ownerKey, 'X-API-Key': secret },
      { 'X-Svc-API-Key': gateway.workspace.ownerKey, Authorization: `Bearer ${secret}` },
      { Authorization: [`Bearer ${gateway.workspace.ownerKey}`, `Bearer ${secret}`] },
      { 'X-API-Key': [gateway.workspace.ownerKey, secret] },
    ];
    for (const headers of pairs) {
      const { status, json } = await gateway.send(PATH, { headers });
      assert.equal(status, 401);
      assert.equal(json.error, 'unauthenticated');
    }
  });

  it('tells the holder of an expired or revoked key so, with one message', async () => {
    const expired = await gateway.newKey({ expiresAt: new Date(Date.now() - 1000) });
    const revoked = await gateway.newKey({ revokedAt: new Date(), expiresAt: new Date(Date.now() - 1000) });
    const unknown = await gateway.send(PATH, { key: generateApiKey('org').secret });
    for (const [key, code] of [
      [expired, 'key_expired'],
      [revoked, 'key_revoked'],
    ] as const) {
      const answer = await gateway.send(PATH, { key: key.secret });
      assert.equal(answer.status, 401);
      assert.deepEqual(answer.json, { error: code, message: unknown.json.message });
    }
  });

  it('accepts a key from the moment it is made, and refuses it from the moment it is revoked', async () => {
    const created = await gateway.send('/api/v1/account/api-keys', {
      method: 'POST',
      key: gateway.workspace.ownerKey,
      body: { name: 'short-lived', scopes: ['account:read'] },
    });
    assert.equal(created.status, 201);
    const { secret, api_key } = created.json as unknown as { secret: string; api_key: { id: string } };
    assert.equal((await gateway.send(PATH, { key: secret })).status, 200);
    const revoked = await gateway.send(`/api/v1/account/api-keys/${api_key.id}`, {
      method: 'DELETE',
      key: gateway.workspace.ownerKey,
    });
    assert.equal(revoked.status, 204);
    assert.equal(revoked.text, '');
    const refused = await eventually('the announcement arrives', async () => {
      const answer = await gateway.send(PATH, { key: secret });
      return answer.status === 401 && answer;
    });
    assert.equal(refused.json.error, 'key_revoked');
    const listed = await gateway.send('/api/v1/account/api-keys?limit=1&cursor=ignored', {
      key: gateway.workspace.ownerKey,
    });
    const keys = listed.json.api_keys as { id: string; revoked_at?: string }[];
    assert.ok(keys.length > 1);
    assert.ok(keys.find(({ id }) => id === api_key.id)?.revoked_at);
    assert.doesNotMatch(listed.text, /secret/);
  });

  it('believes a revoked key for five seconds at most when the announcement is lost', async () => {
    const { secret, id } = await gateway.newKey();
    assert.equal((await gateway.send(PATH, { key: secret })).status, 200);
    await gateway.workspace.relational.client.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    gateway.workspace.advance(KEY_CACHE_TTL_MS);
    assert.equal((await gateway.send(PATH, { key: secret })).json.error, 'key_revoked');
  });

  it('refuses a remembered key the moment it expires', async () => {
    const expiresAt = new Date(gateway.workspace.stores.clock() + 2000);
    const { secret } = await gateway.newKey({ expiresAt });
    assert.equal((await gateway.send(PATH, { key: secret })).status, 200);
    gateway.workspace.advance(2000);
    assert.equal((await gateway.send(PATH, { key: secret })).json.error, 'key_expired');
  });

  it('notes the last use of a key to the minute', async () => {
    const { secret, id } = await gateway.newKey();
    await gateway.send(PATH, { key: secret });
    const lastUsedAt = await eventually('the use is noted', async () => {
      const row = await gateway.workspace.relational.client.apiKey.findUniqueOrThrow({ where: { id } });
      return row.lastUsedAt ?? undefined;
    });
    assert.equal(lastUsedAt.getTime() % 60_000, 0);
  });
});

describe('the call context of services', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.recorder.arrivals.splice(0));

  const projectOfArrival = (): string => gateway.recorder.arrivals[0]?.call.project.id ?? 'none arrived';

  it('sends the bound project where the query is omitted, exact, or malformed elsewhere', async () => {
    const own = gateway.workspace.projectId;
    const { secret, id } = await gateway.newKey({ projectId: own });
    const targets = [
      '/api/v1/logs',
      '/api/v1/logs?project_id=',
      `/api/v1/logs?project_id=${own}`,
      `/api/v1/logs?project_id=${own}&project%5Fid=${own}`,
      '/api/v1/logs?unrelated=%zz',
      `/api/v1/logs?unrelated=a;b&project_id=${own}`,
    ];
    for (const target of targets) {
      gateway.recorder.arrivals.splice(0);
      const { status, text } = await gateway.send(target, { key: secret });
      assert.equal(status, 200, `${target}: ${text}`);
      assert.equal(projectOfArrival(), own);
      const { context } = gateway.recorder.arrivals[0]?.call ?? assert.fail('none arrived');
      assert.equal(context.organizationId, gateway.workspace.organizationId);
      assert.equal(context.boundProjectId, own);
      assert.equal(context.principalId, id);
    }
  });

  it('sends the selected project of an organization-level key', async () => {
    for (const projectId of [gateway.workspace.projectId, gateway.siblingId]) {
      gateway.recorder.arrivals.splice(0);
      const { status } = await gateway.send(`/api/v1/logs?project_id=${projectId}`, {
        key: gateway.workspace.ownerKey,
      });
      assert.equal(status, 200);
      assert.equal(projectOfArrival(), projectId);
      const row = await gateway.workspace.relational.client.project.findUniqueOrThrow({ where: { id: projectId } });
      assert.equal(gateway.recorder.arrivals[0]?.call.project.number, row.number);
    }
  });

  it('sends the project of the body where the query does not name one', async () => {
    const body = { name: 'x', signal: 'logs', query: {}, project_id: gateway.siblingId, idempotency_key: 'k' };
    const { status, text } = await gateway.send('/api/v1/search/saved', {
      method: 'POST',
      key: gateway.workspace.ownerKey,
      body,
    });
    assert.equal(status, 201, text);
    assert.equal(projectOfArrival(), gateway.siblingId);
  });

  it('sends the idempotency key of the header or of the body, and never both', async () => {
    const { secret } = await gateway.newKey({ projectId: gateway.workspace.projectId });
    const create = (headerKey: string, fieldKey?: string) =>
      gateway.send('/api/v1/search/saved', {
        method: 'POST',
        key: secret,
        headers: { 'Idempotency-Key': headerKey },
        body: { name: 'x', signal: 'logs', query: {}, ...(fieldKey && { idempotency_key: fieldKey }) },
      });
    assert.equal((await create('from-header')).status, 201);
    assert.equal((await create('both', 'both')).status, 201);
    const keys = gateway.recorder.arrivals.map(
      ({ request }) => (request as { idempotencyKey?: string }).idempotencyKey,
    );
    assert.deepEqual(keys, ['from-header', 'both']);
    const refused = await create('one', 'other');
    assert.equal(refused.status, 400);
    assert.equal(refused.json.details?.[0]?.path, 'idempotency_key');
  });

  it('sends the request ID that the caller sees', async () => {
    const { secret } = await gateway.newKey({ projectId: gateway.workspace.projectId });
    const answer = await gateway.send('/api/v1/logs', { key: secret, headers: { 'X-Request-Id': 'trace-me.1' } });
    assert.equal(answer.headers['x-request-id'], 'trace-me.1');
    assert.equal(gateway.recorder.arrivals[0]?.call.context.requestId, 'trace-me.1');
  });
});
