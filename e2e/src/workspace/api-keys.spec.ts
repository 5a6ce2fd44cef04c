import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { theService } from '../topology.js';

describe('API keys', () => {
  it('shows the secret of an API key once, and never in lists', async () => {
    const answer = await api('POST', '/account/api-keys', { body: { name: 'once', scopes: ['logs:read'] } });
    assert.equal(answer.status, 201);
    const secret = answer.json['secret'] as string;
    const list = await api('GET', '/account/api-keys');
    assert.ok(!list.text.includes(secret));
    const listed = [...(list.json['api_keys'] as Json[])].find(
      ({ id }) => (id as string) === (answer.json['api_key']?.['id'] as unknown as string),
    );
    assert.ok(listed && secret.startsWith(listed['prefix']));
  });

  it('accepts an API key in each documented header, and refuses two different ones', async () => {
    const { apiKey } = theService();
    const headers: Record<string, string>[] = [
      { 'x-svc-api-key': apiKey },
      { 'x-api-key': apiKey },
      { authorization: `ApiKey ${apiKey}` },
      { authorization: `Bearer ${apiKey}` },
    ];
    for (const header of headers)
      assert.equal((await api('GET', '/account', { key: null, headers: header })).status, 200);
    const both = await api('GET', '/account', { headers: { 'x-api-key': 'svc_another' } });
    assert.equal(both.status, 401);
  });

  it('limits the scopes of a key to those of its creator', async () => {
    const { secret } = await makeKey(['api_keys:write', 'logs:read']);
    const more = await api('POST', '/account/api-keys', {
      key: secret,
      body: { name: 'more', scopes: ['logs:read', 'traces:read'] },
    });
    assert.equal(more.status, 403);
    const same = await api('POST', '/account/api-keys', { key: secret, body: { name: 'same', scopes: ['logs:read'] } });
    assert.equal(same.status, 201);
  });

  it('lists the scopes that a key can carry, and which of them the caller could give', async () => {
    const { secret } = await makeKey(['api_keys:read', 'logs:read']);
    const scopes = [...((await ok('GET', '/account/api-keys/scopes', { key: secret }))['scopes'] as Json[])];
    const held = scopes.filter((scope) => scope['held'] as boolean).map((scope) => scope['name'] as string);
    assert.deepEqual(held, ['api_keys:read', 'logs:read']);
    const download = scopes.find((scope) => (scope['name'] as string) === 'export:download');
    assert.deepEqual(download?.['roles'], ['ROLE_OWNER', 'ROLE_ADMIN']);
  });

  it('limits a project-bound key to its project', async () => {
    const project = await defaultProjectId();
    const { secret } = await makeKey(['projects:read', 'account:read'], project);
    const list = await ok('GET', '/projects', { key: secret });
    assert.deepEqual(
      [...(list['projects'] as Json[])].map(({ id }) => id as string),
      [project],
    );
    assert.equal((await ok('GET', '/account', { key: secret }))['project_id'], project);
  });

  it('returns 403 naming the missing scope, and 401 without a valid secret', async () => {
    const { secret } = await makeKey(['logs:read']);
    const denied = await api('GET', '/account', { key: secret });
    assert.deepEqual([denied.status, denied.json['error']], [403, 'permission_denied']);
    for (const key of [null, 'nonsense', `${secret}x`])
      assert.equal((await api('GET', '/account', { key })).status, 401);
  });

  it('refuses a revoked key everywhere', async () => {
    const project = await defaultProjectId();
    const { id, secret } = await makeKey(['account:read', 'telemetry:write'], project);
    const { ingestUrl } = theService();
    const send = () =>
      fetch(`${ingestUrl}/v1/logs`, {
        method: 'POST',
        headers: { 'x-svc-api-key': secret, 'content-type': 'application/json' },
        body: '{}',
      });
    assert.equal((await api('GET', '/account', { key: secret })).status, 200);
    assert.equal((await send()).status, 200);
    assert.equal((await api('DELETE', `/account/api-keys/${id}`)).status, 204);
    await eventually(
      'the gateway refuses it',
      async () => (await api('GET', '/account', { key: secret })).status === 401,
    );
    await eventually('ingestion refuses it', async () => (await send()).status === 401);
  });

  it('returns 404 for the revocation of an unknown key', async () => {
    assert.equal((await api('DELETE', `/account/api-keys/${randomUUID()}`)).status, 404);
  });
});
