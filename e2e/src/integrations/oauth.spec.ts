import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, startStandalone, type Topology } from '@svc/testing';
import { noteSecret } from '../secrets.js';
import { topologyKind } from '../topology.js';
import { AuthorizingBrowser } from './authorizing-browser.js';

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
    /** The user agrees on the page of the provider. */
    agree(providerUrl: string): URL {
      const { searchParams } = new URL(providerUrl);
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
  /** The entry of the audit log about an operation with a connection. */
  const audited = (operation: string, connectionId: string) =>
    eventually('an entry of the audit log', async () => {
      const { entries } = (await send(`/account/audit-log?operation=${operation}`)).json as { entries: AuditEntry[] };
      const own = entries.filter(({ target }) => target['connection_id'] === connectionId);
      return own.length === 1 && own[0];
    });
  const start = async (changes: object = {}) =>
    send(`/connections/oauth/start?project_id=${await projectId()}`, {
      provider: 'github',
      display_name: `GitHub ${randomUUID()}`,
      ...changes,
    });
  const startedUrl = async (changes: object = {}) => String((await start(changes)).json['authorize_url']);
  /** A browser in which a new member is signed in. */
  const signIn = async (role: string): Promise<AuthorizingBrowser> => {
    const browser = new AuthorizingBrowser(service.httpUrl);
    const [email, password] = [`${randomUUID()}@example.com`, noteSecret(randomBytes(12).toString('base64url'))];
    const { json } = await send('/invitations', { email, role });
    await browser.join({ email, password, token: noteSecret(String(json['token'])) });
    return browser;
  };

  it('ends the authorization on the page of connections, with a connection that shows no secret', async () => {
    const { status, text, json } = await start();
    assert.equal(status, 200, text);
    const authorizeUrl = String(json['authorize_url']);
    assert.ok(authorizeUrl.startsWith(`${service.httpUrl}/connections/authorize?`) && !text.includes(CLIENT.secret));
    const browser = await signIn('ROLE_ADMIN');
    const providerUrl = await browser.confirm(authorizeUrl);
    assert.equal(providerUrl, `${provider.url}/authorize${new URL(authorizeUrl).search}`);
    const callback = provider.agree(providerUrl);
    assert.equal(callback.href.split('?')[0], `${service.httpUrl}/api/v1/connections/oauth/callback`);
    for (const other of [new AuthorizingBrowser(service.httpUrl), await signIn('ROLE_ADMIN')])
      assert.deepEqual((await other.bringBack(callback)).query, { result: 'invalid_state' });
    const { target, query } = await browser.bringBack(callback);
    assert.deepEqual(Object.keys(query).sort(), ['connection_id', 'project_id', 'result']);
    assert.equal(query['result'], 'connected');
    assert.ok(!target.includes('one-code') && !target.includes(provider.token));
    const connectionId = String(query['connection_id']);
    const read = await send(`/connections/${connectionId}?project_id=${await projectId()}`);
    assert.deepEqual([read.json['kind'], read.json['state'], read.json['base_url']], ['oauth', 'active', provider.url]);
    assert.ok(!read.text.includes(provider.token));
    assert.deepEqual((await browser.bringBack(callback)).query, { result: 'invalid_state' });
    for (const operation of ['connections.oauth_confirm', 'connections.oauth_callback']) {
      const entry = await audited(operation, connectionId);
      assert.deepEqual([entry.principal.type, entry.principal.name], ['user', 'Ada']);
      assert.equal(entry.project_id, await projectId());
      assert.ok(!JSON.stringify(entry).includes(provider.token));
    }
    const again = await start({ connection_id: connectionId });
    assert.deepEqual([again.status, again.json['error']], [409, 'state_conflict']);
  });

  it('shows only to users who may manage connections what they would authorize, after they have signed in', async () => {
    const authorizeUrl = await startedUrl({ display_name: 'Issues of <the> shop' });
    const state = new URL(authorizeUrl).searchParams.get('state') ?? '';
    const stranger = await new AuthorizingBrowser(service.httpUrl).open(authorizeUrl);
    const back = encodeURIComponent(`/connections/authorize?state=${state}`);
    assert.deepEqual([stranger.status, stranger.headers.get('location')], [303, `/login?return_to=${back}`]);
    const refused = await (await signIn('ROLE_MEMBER')).open(authorizeUrl);
    assert.equal(refused.status, 403);
    assert.ok(!(await refused.text()).includes('shop'));
    const shown = await (await signIn('ROLE_ADMIN')).open(authorizeUrl);
    assert.equal(shown.status, 200);
    const page = await shown.text();
    assert.match(page, /<dd>Issues of &#60;the&#62; shop<\/dd>/);
    assert.match(page, /<dt>Started by<\/dt>\s*<dd>API key [^<]+<\/dd>/);
    assert.match(page, /Continue to GitHub/);
  });

  it('leaves what a user has started to that user', async () => {
    const [starter, other] = [await signIn('ROLE_ADMIN'), await signIn('ROLE_ADMIN')];
    const path = `/api/v1/connections/oauth/start?project_id=${await projectId()}`;
    const { authorize_url: authorizeUrl } = await starter.request(path, { provider: 'github', display_name: 'Mine' });
    assert.equal((await other.open(String(authorizeUrl))).status, 404);
    assert.equal((await other.decide(String(authorizeUrl), 'continue')).status, 404);
    const callback = provider.agree(await starter.confirm(String(authorizeUrl)));
    assert.deepEqual((await other.bringBack(callback)).query, { result: 'invalid_state' });
    assert.equal((await starter.bringBack(callback)).query['result'], 'connected');
  });

  it('ends an authorization that a user cancels', async () => {
    const browser = await signIn('ROLE_ADMIN');
    const authorizeUrl = await startedUrl();
    const { status, headers } = await browser.decide(authorizeUrl, 'cancel');
    assert.deepEqual(
      [status, headers.get('location')],
      [303, `/configure/connections?result=denied&project_id=${await projectId()}`],
    );
    assert.equal((await browser.decide(authorizeUrl, 'continue')).status, 404);
  });

  it('ends a failed authorization on the page of connections, without repeating the cause', async () => {
    const path = '/api/v1/connections/oauth/callback';
    const browser = await signIn('ROLE_ADMIN');
    const authorizeUrl = await startedUrl();
    const state = new URL(authorizeUrl).searchParams.get('state') ?? '';
    assert.deepEqual((await browser.bringBack(`${path}?state=${state}&code=one-code`)).query, {
      result: 'invalid_state',
    });
    await browser.confirm(authorizeUrl);
    for (const [search, result] of [
      ['', 'invalid_state'],
      ['?state=%00&code=x', 'invalid_state'],
      [`?state=${state}&state=${state}&code=x`, 'invalid_state'],
      [`?state=${'x'.repeat(5_000)}`, 'invalid_state'],
      [`?state=${state}&error=access_denied&error_description=%3Cscript%3E`, 'denied'],
      [`?state=${state}&code=one-code`, 'invalid_state'],
    ] as const) {
      // Only the browser that finishes the authorization learns its project.
      const expected = result === 'denied' ? { result, project_id: await projectId() } : { result };
      assert.deepEqual((await browser.bringBack(`${path}${search}`)).query, expected, search.slice(0, 50));
    }
  });

  it('offers no authorization for a provider without a client', async () => {
    const { status, text, json } = await start({ provider: 'linear' });
    assert.deepEqual([status, json['error']], [400, 'invalid_request']);
    assert.match(text, /"path":"provider"/);
  });
});
