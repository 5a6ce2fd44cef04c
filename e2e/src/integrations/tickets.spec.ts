import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { openIssues } from '../issues/scene.js';
import { noteSecret } from '../secrets.js';

/** As much of the issues of GitHub, on loopback, as docs.github.com describes for creating and reading them. */
async function startGitHub(token: string) {
  const issues: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const send = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.headers.authorization !== `Bearer ${token}`) return send(401, { message: 'Bad credentials' });
      if (request.method !== 'POST') return send(200, issues);
      const number = issues.length + 1;
      const given = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const issue = { ...given, number, state: 'open', html_url: `https://github.com/acme/shop/issues/${number}` };
      issues.push(issue);
      return send(201, issue);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    issues,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}

describe('tickets', () => {
  const token = noteSecret(`github_pat_${randomUUID()}`);
  let github: Awaited<ReturnType<typeof startGitHub>>;
  let project = '';
  let issueId = '';
  let key = '';
  let organizationKey = '';
  beforeAll(async () => {
    github = await startGitHub(token);
    const scene = await openIssues();
    project = scene.project;
    await scene.send({ type: 'PaymentError', message: 'the card was refused' });
    issueId = (await scene.issue('PaymentError'))['id'];
    const scopes = ['tickets:read', 'tickets:write', 'connections:read', 'connections:write', 'issues:read'];
    key = (await makeKey(scopes, project)).secret;
    organizationKey = (await makeKey(scopes)).secret;
  });
  afterAll(() => github.stop());

  const request = (more: object = {}) => ({
    issue_id: issueId,
    provider: 'github',
    repo: 'acme/shop',
    issue_url: 'https://svc.example.com/issues/1',
    idempotency_key: randomUUID(),
    ...more,
  });
  const connect = (more: object = {}) =>
    api('POST', '/connections', {
      key,
      body: {
        provider: 'github',
        kind: 'token',
        display_name: `GitHub ${randomUUID()}`,
        secret: token,
        base_url: github.url,
        ...more,
      },
    });

  it('creates a ticket at the provider, and makes a new issue ongoing', async () => {
    assert.equal((await connect()).status, 201);
    const created = await api('POST', '/tickets', { key, body: request({ title: 'Cards are refused' }) });
    assert.equal(created.status, 201, created.text);
    const path = `/tickets/${created.json['id'] as string}`;
    const ticket = await eventually('a synchronized ticket', async () => {
      const found = await ok('GET', path, { key });
      return found['sync_state'] === 'synced' && found;
    });
    assert.deepEqual(
      [ticket['external_id'], ticket['external_url'], ticket['external_status'], ticket['error']],
      ['1', 'https://github.com/acme/shop/issues/1', 'open', undefined],
    );
    assert.equal(github.issues.length, 1);
    await eventually('an ongoing issue', async () => {
      const { status } = await ok('GET', `/issues/${issueId}`, { key });
      return String(status) === 'ongoing';
    });
    assert.equal((await api('DELETE', path, { key })).status, 204);
    assert.equal((await ok('GET', path, { key }))['sync_state'], 'unlinked');
  });

  it('answers a repeated request with the same link and 200, and another one with its key with 409', async () => {
    const { idempotency_key, ...body } = request();
    const headers = { 'idempotency-key': idempotency_key };
    const first = await api('POST', '/tickets', { key, body, headers });
    const again = await api('POST', '/tickets', { key, body: { ...body, idempotency_key } });
    assert.deepEqual([first.status, again.status, again.json['id']], [201, 200, first.json['id']]);
    const other = await api('POST', '/tickets', { key, body: { ...body, title: 'Other' }, headers });
    assert.deepEqual([other.status, other.json['error']], [409, 'idempotency_conflict']);
    const without = await api('POST', '/tickets', { key, body });
    assert.deepEqual([without.status, without.json['error']], [400, 'idempotency_key_required']);
  });

  it('binds tickets to one project, which organization-level callers have to name', async () => {
    const body = request();
    const unnamed = await api('POST', '/tickets', { key: organizationKey, body });
    assert.equal(unnamed.status, 400, unnamed.text);
    const named = await api('POST', '/tickets', { key: organizationKey, body: { ...body, project_id: project } });
    assert.equal(named.status, 201, named.text);
    const conflicting = await api('POST', '/tickets', { key, body: { ...request(), project_id: randomUUID() } });
    assert.deepEqual([conflicting.status, conflicting.json['error']], [404, 'not_found']);
  });

  it('requires tickets:read to read and tickets:write to change tickets and connections', async () => {
    const reader = (await makeKey(['tickets:read', 'connections:read'], project)).secret;
    const { json } = await api('POST', '/tickets', { key, body: request() });
    const connection = await connect();
    const [ticketPath, connectionPath] = [
      `/tickets/${String(json['id'])}`,
      `/connections/${String(connection.json['id'])}`,
    ];
    await ok('GET', ticketPath, { key: reader });
    const { text } = await api('GET', connectionPath, { key: reader });
    assert.ok(!text.includes(token) && !connection.text.includes(token));
    for (const [method, path, body] of [
      ['POST', '/tickets', request()],
      ['DELETE', ticketPath, undefined],
      ['POST', '/connections', {}],
      ['PATCH', connectionPath, { display_name: 'x' }],
      ['DELETE', connectionPath, undefined],
    ] as const)
      assert.equal((await api(method, path, { key: reader, body })).status, 403, `${method} ${path}`);
  });

  it('accepts signed webhooks without a credential, and refuses all others alike', async () => {
    const webhookSecret = noteSecret(`webhooks-${randomUUID()}`);
    const { json } = await connect({ webhook_secret: webhookSecret });
    const path = (id: string) => `/connections/${id}/webhook`;
    const body = { action: 'closed', issue: { number: 1 } };
    const sign = (secret: string) => ({
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')}`,
    });
    const own = path(json['id']);
    const taken = await api('POST', own, { key: null, body, headers: sign(webhookSecret) });
    assert.equal(taken.status, 200, taken.text);
    for (const [target, headers] of [
      [own, {}],
      [own, sign('another secret')],
      [path(randomUUID()), sign(webhookSecret)],
      [path('x'), sign(webhookSecret)],
    ] as const) {
      const refused = await api('POST', target, { key: null, body, headers });
      assert.deepEqual([refused.status, refused.json['error']], [401, 'unauthenticated'], target);
    }
  });

  it('shows a refused secret on the connection and waits for a new one', async () => {
    for (const { id } of [...((await ok('GET', '/connections', { key }))['connections'] as Json[])])
      await ok('DELETE', `/connections/${String(id)}`, { key });
    const { json } = await connect({ secret: noteSecret('github_pat_expired') });
    const path = `/connections/${json['id'] as string}`;
    const created = await ok('POST', '/tickets', { key, body: request() });
    const read = () => ok('GET', `/tickets/${created['id'] as string}`, { key });
    const waiting = await eventually('a waiting ticket', async () => {
      const ticket = await read();
      return ticket['sync_state'] === 'retrying' && ticket;
    });
    assert.deepEqual(waiting['error'], { code: 'provider_unauthorized', retryable: true });
    const { state, version } = await ok('GET', path, { key });
    assert.equal(state, 'needs_reauth');
    await ok('PATCH', path, { key, body: { secret: token, expected_version: version } });
    await eventually('a synchronized ticket', async () => (await read())['sync_state'] === 'synced' || undefined);
  });
});
