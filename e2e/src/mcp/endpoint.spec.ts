import assert from 'node:assert/strict';
import { api, makeKey, ok } from '../api.js';
import { noteSecret } from '../secrets.js';
import { theService } from '../topology.js';
import { newPerson, signIn, type SignedIn } from '../workspace/person.js';
import { callTool, listOf, REVISIONS, rowsOf, send, textOf, toolNames, useTool } from './mcp.js';

describe('the MCP endpoint', () => {
  it('serves both revisions at one address, without a session', async () => {
    const discovered = await send('server/discover');
    assert.deepEqual([discovered.status, discovered.json['result']['serverInfo']?.['name'] ?? 'svc'], [200, 'svc']);
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } };
    const initialized = await send('initialize', params, { revision: '2025-11-25' });
    assert.equal(initialized.json['result']['protocolVersion'], '2025-11-25');
    assert.match(String(initialized.json['result']['instructions']), /untrusted/);
    for (const { headers } of [discovered, initialized]) assert.equal(headers.get('mcp-session-id'), null);
    for (const revision of REVISIONS) {
      const listed = await send('tools/list', {}, { revision });
      assert.equal(listOf(listed.json['result']['tools']).length, 19, listed.text);
    }
  });

  it('says how long the list of tools is good, and for whom', async () => {
    const { result } = (await send('tools/list')).json;
    assert.deepEqual([result['ttlMs'], result['cacheScope']], [300_000, 'private']);
  });

  it('refuses other methods with those that it has', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await fetch(`${theService().httpUrl}/mcp`, { method });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'OPTIONS, POST']);
    }
  });

  it('takes only a bearer token, and says where tokens come from', async () => {
    const { httpUrl, apiKey } = theService();
    const attempts: [Record<string, string>, RegExp][] = [
      [
        {},
        /^Bearer realm="svc", resource_metadata="[^"]*\/\.well-known\/oauth-protected-resource\/mcp", scope="[a-z_: ]+"$/,
      ],
      [{ 'x-svc-api-key': apiKey }, /^Bearer realm/],
      [{ authorization: `ApiKey ${apiKey}` }, /^Bearer realm/],
      [{ authorization: 'Bearer of another audience' }, /error="invalid_token"/],
      [{ authorization: `Bearer ${apiKey}x` }, /error="invalid_token"/],
    ];
    for (const [headers, challenge] of attempts) {
      const answer = await send('tools/list', {}, { key: null, headers });
      assert.equal(answer.status, 401, answer.text);
      assert.match(answer.headers.get('www-authenticate') ?? '', challenge);
      assert.ok(!answer.text.includes('audience'));
    }
    const url = (await send('tools/list', {}, { key: null })).headers
      .get('www-authenticate')
      ?.match(/metadata="([^"]*)"/)?.[1];
    const resource = (await (await fetch(url ?? '')).json()) as { resource: string; authorization_servers: string[] };
    assert.deepEqual([resource.resource, resource.authorization_servers], [`${httpUrl}/mcp`, [httpUrl]]);
  });

  it('describes how clients get tokens, and nothing that is not there', async () => {
    const { httpUrl } = theService();
    const server = (await (await fetch(`${httpUrl}/.well-known/oauth-authorization-server`)).json()) as Record<
      string,
      unknown
    >;
    const grants = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'];
    assert.deepEqual([server['issuer'], server['grant_types_supported']], [httpUrl, grants]);
    assert.deepEqual(
      [server['authorization_endpoint'], server['token_endpoint']],
      [`${httpUrl}/oauth/authorize`, `${httpUrl}/oauth/token`],
    );
    assert.deepEqual(
      [server['client_id_metadata_document_supported'], 'registration_endpoint' in server],
      [false, false],
    );
    const code = await fetch(String(server['device_authorization_endpoint']), { method: 'POST' });
    assert.equal(code.status, 200, await code.text());
  });

  it('admits the access token of a user, who sees the tools of their role', async () => {
    const page = await signIn(await newPerson('ROLE_VIEWER'));
    const token = await authorizeDevice(page);
    const names = await toolNames(token);
    assert.ok(names.includes('search_logs') && names.includes('whoami'), names.join(' '));
    assert.match(textOf(await useTool('whoami', {}, { key: token })), /ROLE_VIEWER/);
    const cookie = await send('tools/list', {}, { key: null, headers: { cookie: page.cookie } });
    assert.equal(cookie.status, 401);
  });

  it('refuses another host and pages of other origins, and lets no origin read', async () => {
    const { httpUrl } = theService();
    const own = await send('tools/list', {}, { headers: { origin: httpUrl } });
    assert.deepEqual([own.status, own.headers.get('access-control-allow-origin')], [200, null]);
    for (const origin of ['https://evil.example.com', 'null']) {
      const answer = await send('tools/list', {}, { headers: { origin } });
      assert.deepEqual([answer.status, answer.json['error']], [403, 'permission_denied']);
    }
  });

  it('refuses a publishable key with 403, whatever it may do elsewhere', async () => {
    const made = await ok('POST', '/account/api-keys', {
      body: { name: 'page', scopes: ['flags:evaluate'], publishable: true, project_id: await projectId() },
    });
    const answer = await send('tools/list', {}, { key: made['secret'] });
    assert.deepEqual([answer.status, answer.json['error']], [403, 'permission_denied']);
  });

  it('shows only whoami to a key without a scope of a tool, and answers to hidden tools as to unknown ones', async () => {
    const { secret } = await makeKey(['telemetry:write']);
    assert.deepEqual(await toolNames(secret), ['whoami']);
    const [hidden, unknown] = await Promise.all(
      ['search_logs', 'no_such_tool'].map((name) => send('tools/call', { name, arguments: {} }, { key: secret })),
    );
    assert.equal(hidden?.json['error']['code'], -32_602);
    assert.deepEqual(hidden?.json['error'], unknown?.json['error']);
    const { secret: reader } = await makeKey(['logs:read']);
    assert.deepEqual(await toolNames(reader), ['run_operation', 'search_logs', 'search_operations', 'whoami']);
  });

  it('refuses messages that are not one JSON object, in the form of the protocol', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const bodies: [string, number, number][] = [
      ['{', 400, -32_700],
      ['{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32_700],
      [JSON.stringify([ping, ping]), 400, -32_600],
      [JSON.stringify({ ...ping, params: { text: 'x'.repeat(1_100_000) } }), 413, 0],
    ];
    for (const [body, status, code] of bodies) {
      const answer = await send('ping', {}, { body, revision: '2025-11-25' });
      assert.equal(answer.status, status, answer.text);
      if (code !== 0) assert.equal(answer.json['error']['code'], code);
    }
    const other = await send('ping', {}, { headers: { 'content-type': 'text/plain' } });
    assert.equal(other.status, 415);
  });

  it('needs a project of a credential that has several, and never guesses one', async () => {
    const missing = await callTool('search_logs');
    assert.equal(missing['isError'], true);
    assert.match(textOf(missing), /^invalid_request: project_id: is required/);
    const { secret } = await makeKey(['logs:read'], await projectId());
    assert.notEqual((await callTool('search_logs', {}, { key: secret }))['isError'], true);
    const foreign = await callTool(
      'search_logs',
      { project_id: '00000000-0000-4000-8000-000000000000' },
      { key: secret },
    );
    assert.match(textOf(foreign), /^permission_denied/);
    const unknown = await callTool('search_logs', { project_id: '00000000-0000-4000-8000-000000000000' });
    assert.match(textOf(unknown), /^not_found/);
    const pinned = await useTool('search_logs', {}, { headers: { 'x-svc-project': theService().projectSlug } });
    assert.ok(pinned['structuredContent']);
  });

  it('names the projects and scopes of the credential', async () => {
    const result = await useTool('whoami');
    assert.ok(rowsOf(result, 'projects').some(({ slug }) => slug === theService().projectSlug));
    assert.match(textOf(result), /logs:read/);
  });
});

/** The access token of a client that the user authorizes in the browser (RFC 8628). */
async function authorizeDevice(page: SignedIn): Promise<string> {
  const { httpUrl } = theService();
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${httpUrl}/api/v1/auth/device/${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  const code = (await (await post('code', {})).json()) as { device_code: string; user_code: string };
  const approved = await page.submit('/device', { user_code: code.user_code, decision: 'approve' });
  assert.ok(approved.status < 400, String(approved.status));
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  const tokens = (await (await post('token', { grant_type: grant, device_code: code.device_code })).json()) as object;
  return noteSecret('access_token' in tokens ? String(tokens.access_token) : assert.fail(JSON.stringify(tokens)));
}

async function projectId(): Promise<string> {
  const { json } = await api('GET', '/projects');
  return [...json['projects']].find(({ slug }) => slug === theService().projectSlug)?.['id'] ?? '';
}
