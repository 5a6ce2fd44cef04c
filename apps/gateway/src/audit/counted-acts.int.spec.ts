import assert from 'node:assert/strict';
import { operations, type Operation } from '@svc/contract';
import { eventually } from '@svc/testing';
import { GatewayUnderTest } from '../testing/gateway.js';

interface Entry {
  readonly operation: string;
  readonly status: number;
  readonly error?: string;
  readonly count: number;
  readonly target?: Record<string, string>;
  readonly details?: Record<string, string>;
  readonly request_id: string;
  readonly source_address: string;
  readonly principal: { readonly id?: string; readonly name: string };
}

const PASSWORD = 'a password of nine words';

describe('the audit log of reads, refusals and log-ins', () => {
  let under: GatewayUnderTest;
  beforeAll(async () => {
    under = await GatewayUnderTest.start();
    await under.workspace.relational.client.organization.delete({ where: { id: under.foreign.organizationId } });
  });
  afterAll(() => under.stop());

  const entries = async (query: string): Promise<readonly Entry[]> => {
    const answer = await under.send(`/api/v1/account/audit-log?${query}`, { key: under.workspace.ownerKey });
    assert.equal(answer.status, 200, answer.text);
    return (answer.json['entries'] ?? []) as Entry[];
  };
  const entry = (query: string, isRight: (found: Entry) => boolean = () => true): Promise<Entry> =>
    eventually('the entry', async () => (await entries(query)).find(isRight));
  const logIn = (email: string, password: string, requestId = 'a-login') =>
    under.send('/api/v1/auth/login', {
      method: 'POST',
      body: { email, password },
      headers: { 'x-request-id': requestId },
    });

  it('records a refused scope once, and its repetitions as a count when the minute is over', async () => {
    const { id, secret } = await under.newKey({ scopes: ['logs:read'] });
    const attempt = () => under.send('/api/v1/account/members', { key: secret });
    under.workspace.beginMinute();
    for (let index = 0; index < 4; index += 1) assert.equal((await attempt()).status, 403);
    const first = await entry(`principal_id=${id}`);
    assert.deepEqual(
      [first.operation, first.status, first.error, first.count, first.source_address],
      ['members.list', 403, 'permission_denied', 1, '127.0.0.1'],
    );
    assert.equal((await entries(`principal_id=${id}`)).length, 1);
    under.workspace.advance(60_000);
    await attempt();
    await entry(`principal_id=${id}`, ({ count }) => count === 3);
    await eventually('the first of the next minute', async () => (await entries(`principal_id=${id}`)).length === 3);
  });

  it('takes one connection of the database for the repetitions of a minute, however many there are', async () => {
    const { client } = under.workspace.relational;
    const { id, secret } = await under.newKey({ scopes: ['logs:read'] });
    const attempts = operations.filter(({ scope, method }) => scope !== 'logs:read' && method === 'GET').slice(0, 40);
    const attempt = ({ path }: Operation) =>
      under.send(path.replaceAll(/\{[^}]+\}/g, 'x'), { key: secret }).then(({ status }) => assert.equal(status, 403));
    under.workspace.beginMinute();
    for (const operation of [...attempts, ...attempts]) await attempt(operation);
    under.workspace.advance(60_000);
    let most = 0;
    const [first] = attempts;
    assert.ok(first);
    await attempt(first);
    const isRecorded = async (): Promise<boolean> => {
      const [row] = await client.$queryRaw<[{ n: bigint }]>`
        SELECT count(*) AS n FROM pg_stat_activity WHERE query ~ 'audit_(entries|outcomes)' AND state <> 'idle'`;
      most = Math.max(most, Number(row.n));
      return (await client.auditEntry.count({ where: { principalId: id } })) === 2 * attempts.length + 1;
    };
    await eventually('all are recorded', isRecorded, { everyMs: 1 });
    // This query counts itself.
    assert.ok(most <= 2, `${most} statements at a time`);
  });

  it('records a refused project, of the query as of the body', async () => {
    const { id, secret } = await under.newKey({ projectId: under.workspace.projectId });
    const { siblingId } = under;
    await under.send(`/api/v1/search/saved?project_id=${siblingId}`, { key: secret });
    const refused = await entry(`principal_id=${id}`);
    assert.deepEqual([refused.operation, refused.status], ['saved_searches.list', 403]);
    const body = { project_id: siblingId, name: 'x', signal: 'logs', query: {} };
    const answer = await under.send('/api/v1/search/saved', { method: 'POST', key: secret, body });
    assert.equal(answer.status, 404);
    await entry(`principal_id=${id}&operation=saved_searches.create`, ({ error }) => error === 'not_found');
  });

  it('records reads of personal data with their subject', async () => {
    const { id, secret } = await under.newKey({ projectId: under.workspace.projectId });
    await under.send('/api/v1/persons/ada', { key: secret });
    await under.send('/api/v1/persons/bob', { key: secret });
    const read = await entry(`principal_id=${id}`, ({ target }) => target?.['person_id'] === 'ada');
    assert.equal(read.operation, 'persons.get');
    await entry(`principal_id=${id}`, ({ target }) => target?.['person_id'] === 'bob');
  });

  it('records failed and locked log-ins of known and unknown accounts', async () => {
    const { userId, email } = await under.newMember('ROLE_MEMBER', undefined, PASSWORD);
    assert.equal((await logIn(email, 'wrong password', 'wrong')).status, 401);
    const failed = await entry(`principal_id=${userId}`);
    assert.deepEqual(
      [failed.operation, failed.status, failed.error, failed.request_id],
      ['auth.login', 401, 'unauthenticated', 'wrong'],
    );
    for (let index = 0; index < 12; index += 1) await logIn(email, 'wrong password');
    await entry(`principal_id=${userId}`, ({ error }) => error === 'rate_limited');
    await logIn('nobody@example.com', 'wrong password', 'unknown');
    await entry('operation=auth.login', ({ request_id: id }) => id === 'unknown');
  });

  it('records log-outs', async () => {
    const { userId, email } = await under.newMember('ROLE_MEMBER', undefined, PASSWORD);
    const login = await logIn(email, PASSWORD);
    const cookie = (login.headers['set-cookie'] ?? []).map((set) => set.split(';')[0]).join('; ');
    const csrf = { cookie, 'x-csrf-token': login.json['csrf_token'] as string };
    const headers = { ...csrf, 'x-request-id': 'leaving' };
    assert.equal((await under.send('/api/v1/auth/logout', { method: 'POST', headers })).status, 204);
    const left = await entry(`principal_id=${userId}&operation=auth.logout`);
    assert.deepEqual([left.status, left.request_id], [200, 'leaving']);
  });

  it('records the content of changes without free text', async () => {
    const member = await under.newMember('ROLE_MEMBER');
    const target = `/api/v1/account/members/${member.userId}`;
    const { email, key } = await under.newMember('ROLE_OWNER');
    assert.ok(email);
    await under.send(target, { method: 'PATCH', key, body: { role: 'ROLE_VIEWER' } });
    const [changed] = await entries('operation=members.set_role');
    assert.deepEqual(changed?.details, { fields: 'role', role: 'ROLE_VIEWER', previous_role: 'ROLE_MEMBER' });
    const body = { name: 'Sentinel-9b1c', scopes: ['logs:read', 'traces:read'] };
    await under.send('/api/v1/account/api-keys', { method: 'POST', key, body });
    const [created] = await entries('operation=api_keys.create');
    assert.deepEqual(created?.details, { fields: 'name scopes', scopes: 'logs:read traces:read' });
    const setting = { config_type: 'secret', config_value: 'Sentinel-9b1c' };
    const path = `/api/v1/settings/config/billing.token?project_id=${under.workspace.projectId}`;
    await under.send(path, { method: 'PUT', key: under.workspace.ownerKey, body: setting });
    const [set] = await entries('operation=settings.config_set');
    assert.deepEqual(set?.target, { entry: 'billing.token' });
    assert.deepEqual(set.details, { fields: 'config_value config_type', config_type: 'secret' });
    const rows = await under.workspace.relational.client.auditEntry.findMany();
    const text = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    assert.ok(!text.includes('Sentinel-9b1c'));
  });
});
