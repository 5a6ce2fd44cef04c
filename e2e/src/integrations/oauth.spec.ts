import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, startStandalone, type Topology } from '@svc/testing';
import { noteSecret } from '../secrets.js';
import { topologyKind } from '../topology.js';

interface AuditEntry {
  readonly principal: { readonly type: string; readonly name: string };
  readonly project_id: string;
  readonly target: Readonly<Record<string, string>>;
}

const CLIENT = { id: 'the-client', secret: noteSecret(`client-${randomUUID()}`) };

/** As much of an authorization server as RFC 6749 and RFC 7636 describe for one code, on loopback. */
async function startProvider() {
  const token = noteSecret(`gho_${randomUUID()}`);
  let challenge = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent = new URLSearchParams(Buffer.concat(chunks).toString());
      const proof = createHash('sha256')
        .update(sent.get('code_verifier') ?? '')
        .digest('base64url');
      const isValid =
        sent.get('client_secret') === CLIENT.secret && sent.get('code') === 'one-code' && proof === challenge;
      const body = isValid ? { access_token: token, token_type: 'bearer' } : { error: 'invalid_grant' };
      response.writeHead(isValid ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    token,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The user agrees. */
    agree(authorizeUrl: string): URL {
      const { searchParams } = new URL(authorizeUrl);
      challenge = searchParams.get('code_challenge') ?? '';
      const callback = new URL(searchParams.get('redirect_uri') ?? '');
      callback.search = new URLSearchParams({ code: 'one-code', state: searchParams.get('state') ?? '' }).toString();
      return callback;
    },
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}

/** The client of a provider is a setting, so the service is one of its own. */
const describeStandalone = topologyKind() === 'standalone' ? describe : describe.skip;

describeStandalone('the OAuth authorization of a connection', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: Topology;
  beforeAll(async () => {
    provider = await startProvider();
    service = await startStandalone({
      env: {
        SVC_OAUTH_GITHUB_CLIENT_ID: CLIENT.id,
        SVC_OAUTH_GITHUB_CLIENT_SECRET: CLIENT.secret,
        SVC_OAUTH_GITHUB_AUTHORIZE_URL: `${provider.url}/authorize`,
        SVC_OAUTH_GITHUB_TOKEN_URL: `${provider.url}/token`,
        SVC_OAUTH_GITHUB_API_URL: provider.url,
      },
    });
  });
  afterAll(async () => {
    await service.stop();
    await provider.stop();
  });

  const send = async (path: string, body?: object) => {
    const response = await fetch(`${service.httpUrl}/api/v1${path}`, {
      headers: { 'x-svc-api-key': service.apiKey, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: JSON.parse(text) as Record<string, unknown> };
  };
  const projectId = async (): Promise<string> => {
    const [project] = (await send('/projects')).json['projects'] as { id: string }[];
    return project?.id ?? assert.fail('no project');
  };
  /** The entries of the audit log about the authorization of a connection. */
  const audited = (connectionId: string) =>
    eventually('an entry of the audit log', async () => {
      const path = '/account/audit-log?operation=connections.oauth_callback';
      const { entries } = (await send(path)).json as { entries: AuditEntry[] };
      const own = entries.filter(({ target }) => target['connection_id'] === connectionId);
      return own.length > 0 && own;
    });
  const start = async (changes: object = {}) =>
    send(`/connections/oauth/start?project_id=${await projectId()}`, {
      provider: 'github',
      display_name: `GitHub ${randomUUID()}`,
      ...changes,
    });
  /** As a browser that is not signed in. */
  const visit = async (callback: URL | string) => {
    const { status, headers } = await fetch(new URL(callback, service.httpUrl), { redirect: 'manual' });
    const target = headers.get('location') ?? '';
    assert.equal(status, 303, target);
    assert.match(target, /^\/configure\/connections\?/);
    return { target, query: Object.fromEntries(new URL(target, service.httpUrl).searchParams) };
  };

  it('ends the authorization on the page of connections, with a connection that shows no secret', async () => {
    const { status, text, json } = await start();
    assert.equal(status, 200, text);
    const authorizeUrl = String(json['authorize_url']);
    assert.ok(authorizeUrl.startsWith(`${provider.url}/authorize?`) && !text.includes(CLIENT.secret));
    const callback = provider.agree(authorizeUrl);
    assert.equal(callback.href.split('?')[0], `${service.httpUrl}/api/v1/connections/oauth/callback`);
    const { target, query } = await visit(callback);
    assert.deepEqual(Object.keys(query).sort(), ['connection_id', 'result']);
    assert.equal(query['result'], 'connected');
    assert.ok(!target.includes('one-code') && !target.includes(provider.token));
    const read = await send(`/connections/${query['connection_id']}?project_id=${await projectId()}`);
    assert.deepEqual([read.json['kind'], read.json['state'], read.json['base_url']], ['oauth', 'active', provider.url]);
    assert.ok(!read.text.includes(provider.token));
    assert.deepEqual((await visit(callback)).query, { result: 'invalid_state' });
    const [entry, ...others] = await audited(String(query['connection_id']));
    assert.ok(entry);
    assert.deepEqual(others, []);
    assert.deepEqual([entry.principal.type, entry.project_id], ['api_key', await projectId()]);
    assert.ok(entry.principal.name !== '' && !JSON.stringify(entry).includes(provider.token));
    const again = await start({ connection_id: query['connection_id'] });
    assert.deepEqual([again.status, again.json['error']], [409, 'state_conflict']);
  });

  it('ends a failed authorization on the page of connections, without repeating the cause', async () => {
    const path = '/api/v1/connections/oauth/callback';
    const { json } = await start();
    const state = new URL(String(json['authorize_url'])).searchParams.get('state') ?? '';
    for (const [search, result] of [
      ['', 'invalid_state'],
      ['?state=%00&code=x', 'invalid_state'],
      [`?state=${state}&state=${state}&code=x`, 'invalid_state'],
      [`?state=${'x'.repeat(5_000)}`, 'invalid_state'],
      [`?state=${state}&error=access_denied&error_description=%3Cscript%3E`, 'denied'],
      [`?state=${state}&code=one-code`, 'invalid_state'],
    ] as const)
      assert.deepEqual((await visit(`${path}${search}`)).query, { result }, search.slice(0, 50));
  });

  it('offers no authorization for a provider without a client', async () => {
    const { status, text, json } = await start({ provider: 'linear' });
    assert.deepEqual([status, json['error']], [400, 'invalid_request']);
    assert.match(text, /"path":"provider"/);
  });
});
