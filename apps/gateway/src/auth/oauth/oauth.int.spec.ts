import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Browser, signInMember } from '../../testing/browser.js';
import { GatewayUnderTest, type Answer } from '../../testing/gateway.js';
import { dropCredentials } from '../oidc/drop-credentials.js';
import { toClients } from './clients.js';

const REDIRECT = 'http://127.0.0.1:51234/callback';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the authorization code flow', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({
      oauth: {
        clients: toClients(['agent=http://127.0.0.1/callback', 'other=http://127.0.0.1/callback']),
        readsClientDocuments: false,
        egressAllow: [],
      },
    });
  });
  afterAll(() => gateway.stop());

  const url = (): string => `http://127.0.0.1:${gateway.gateway.port}`;
  const challenge = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
  const query = (changes: Record<string, string | undefined> = {}): string => {
    const parameters = {
      response_type: 'code',
      client_id: 'agent',
      redirect_uri: REDIRECT,
      state: 'state of the client',
      code_challenge: challenge('v'.repeat(43)),
      code_challenge_method: 'S256',
      resource: `${url()}/mcp`,
      ...changes,
    };
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) given.set(name, value);
    return given.toString();
  };
  const token = (fields: Record<string, string>): Promise<Answer> =>
    gateway.send('/oauth/token', { method: 'POST', body: new URLSearchParams(fields).toString(), headers: FORM });
  const decide = (browser: Browser, asked: string, fields: Record<string, string> = {}): Promise<Answer> =>
    browser.submit('/oauth/authorize', {
      csrf_token: browser.csrfToken,
      query: asked,
      role: 'ROLE_VIEWER',
      decision: 'approve',
      ...fields,
    });
  const target = ({ headers }: Answer): URL => new URL(headers.location ?? '');

  const renew = (tokens: Answer['json'], client_id = 'agent'): Promise<Answer> =>
    token({ grant_type: 'refresh_token', client_id, refresh_token: String(tokens['refresh_token']) });

  /** A code for a new verifier, and what a client sends for it. */
  const authorize = async (changes: Record<string, string> = {}, fields: Record<string, string> = {}) => {
    const { browser, ...member } = await signInMember(gateway, 'ROLE_MEMBER');
    const verifier = randomBytes(32).toString('base64url');
    const answer = await decide(browser, query({ code_challenge: challenge(verifier), ...changes }), fields);
    assert.equal(answer.status, 303, answer.text);
    const code = target(answer).searchParams.get('code') ?? '';
    return {
      answer,
      member,
      use: {
        grant_type: 'authorization_code',
        client_id: 'agent',
        redirect_uri: REDIRECT,
        code,
        code_verifier: verifier,
      },
    };
  };

  it('shows a user who is signed in which client asks and where the answer goes, and returns after the login', async () => {
    const anonymous = await new Browser(gateway).get(`/oauth/authorize?${query()}`);
    assert.equal(anonymous.status, 303);
    const back = new URL(anonymous.headers.location ?? '', url()).searchParams.get('return_to');
    assert.equal(back, `/oauth/authorize?${query()}`);
    const { browser } = await signInMember(gateway, 'ROLE_MEMBER');
    const page = await browser.get(`/oauth/authorize?${query({ scope: 'logs:read offline_access' })}`);
    assert.equal(page.status, 200);
    assert.match(page.text, /<dd>agent<\/dd>/);
    assert.match(page.text, /<dd>127\.0\.0\.1:51234<\/dd>/);
    assert.match(page.text, /<dd>logs:read<\/dd>/);
    assert.match(page.text, /<option value="ROLE_VIEWER" selected>/);
    assert.match(String(page.headers['content-security-policy']), /form-action 'self' http:\/\/127\.0\.0\.1:51234;/);
  });

  it('gives a code with state and issuer, and tokens for it that REST does not know', async () => {
    const { answer, use } = await authorize();
    const { searchParams, origin } = target(answer);
    assert.deepEqual(
      [origin, searchParams.get('state'), searchParams.get('iss')],
      ['http://127.0.0.1:51234', 'state of the client', url()],
    );
    const { status, json, headers } = await token(use);
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(json['token_type'], 'Bearer');
    const rest = await gateway.send('/api/v1/account', {
      headers: { authorization: `Bearer ${String(json['access_token'])}` },
    });
    assert.equal(rest.status, 401);
    const renewed = await renew(json);
    assert.equal(renewed.status, 200);
    const again = await gateway.send('/api/v1/account', {
      headers: { authorization: `Bearer ${String(renewed.json['access_token'])}` },
    });
    assert.equal(again.status, 401);
  });

  it('ends the session of a code that is used twice', async () => {
    const { use } = await authorize();
    const { json } = await token(use);
    const second = await token(use);
    assert.deepEqual([second.status, second.json.error], [400, 'invalid_grant']);
    const renewed = await renew(json);
    assert.equal(renewed.json.error, 'invalid_grant');
  });

  it('gives tokens to one of many who use a code at the same time, and ends the session for the others', async () => {
    const { use } = await authorize();
    const answers = await Promise.all(Array.from({ length: 8 }, () => token(use)));
    const given = answers.filter(({ status }) => status === 200);
    assert.equal(given.length, 1);
    assert.equal((await renew(given[0]?.json ?? {})).json.error, 'invalid_grant');
  });

  it('gives the scopes that the client asked for, as far as the role has them, and says so', async () => {
    const { use } = await authorize({ scope: 'logs:read logs:write offline_access' });
    assert.equal((await token(use)).json['scope'], 'logs:read');
    const { answer } = await authorize({ scope: 'logs:write' });
    assert.equal(target(answer).searchParams.get('error'), 'invalid_scope');
  });

  it('renews tokens for their client and their resource alone', async () => {
    const { use } = await authorize();
    const { json } = await token(use);
    assert.equal((await renew(json, 'other')).json.error, 'invalid_grant');
    const elsewhere = { grant_type: 'refresh_token', client_id: 'agent', resource: 'https://other.example/mcp' };
    const refused = await token({ ...elsewhere, refresh_token: String(json['refresh_token']) });
    assert.equal(refused.json.error, 'invalid_target');
    assert.equal((await renew(json)).status, 200);
  });

  it('forgets codes when the sessions of their user end', async () => {
    const { use, member } = await authorize();
    const { client } = gateway.workspace.relational;
    await client.$transaction((transaction) => dropCredentials(transaction, member.userId, new Date()));
    assert.equal((await token(use)).json.error, 'invalid_grant');
  });

  const wrong: [string, Record<string, string>][] = [
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['a short verifier', { code_verifier: 'short' }],
    ['another client', { client_id: 'other' }],
    ['another address', { redirect_uri: 'http://127.0.0.1:51235/callback' }],
    ['an unknown code', { code: 'svc_code_unknown' }],
  ];
  for (const [name, changes] of wrong) {
    it(`refuses ${name}, and leaves the code to who has it`, async () => {
      const { use } = await authorize();
      const refused = await token({ ...use, ...changes });
      assert.deepEqual([refused.status, refused.json.error], [400, 'invalid_grant']);
      assert.equal((await token(use)).status, 200);
    });
  }

  it('tells the client at its address what was wrong with the request', async () => {
    const { browser } = await signInMember(gateway, 'ROLE_MEMBER');
    for (const [changes, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_mode: 'fragment' }, 'unsupported_response_mode'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    ] as const) {
      const answer = await browser.get(`/oauth/authorize?${query(changes)}`);
      const { searchParams } = target(answer);
      assert.deepEqual([answer.status, searchParams.get('error'), searchParams.get('iss')], [303, error, url()]);
      assert.equal(searchParams.get('state'), 'state of the client');
    }
  });

  it('never sends a browser to an address that is not registered', async () => {
    const { browser } = await signInMember(gateway, 'ROLE_MEMBER');
    for (const changes of [
      { client_id: 'unknown' },
      { client_id: 'https://client.example/metadata.json' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: undefined },
    ]) {
      const answer = await browser.get(`/oauth/authorize?${query(changes)}`);
      assert.deepEqual([answer.status, answer.headers.location], [400, undefined]);
      assert.equal((await decide(browser, query(changes))).headers.location, undefined);
    }
    const twice = await browser.get(`/oauth/authorize?${query()}&client_id=other`);
    assert.deepEqual([twice.status, twice.headers.location], [400, undefined]);
  });

  it('tells the client that the user denied, and gives no more than the user has', async () => {
    const { answer } = await authorize({}, { decision: 'deny' });
    assert.equal(target(answer).searchParams.get('error'), 'access_denied');
    const { use } = await authorize({}, { role: 'ROLE_OWNER' });
    assert.equal((await token(use)).status, 200);
    const session = await gateway.workspace.relational.client.session.findFirstOrThrow({
      where: { kind: 'mcp' },
      orderBy: { createdAt: 'desc' },
    });
    assert.equal(session.roleLimit, null);
  });

  it('refuses a form of another site and of another session', async () => {
    const { browser } = await signInMember(gateway, 'ROLE_MEMBER');
    assert.equal((await decide(browser, query(), { csrf_token: 'wrong' })).status, 403);
    const foreign = { csrf_token: browser.csrfToken, query: query(), decision: 'approve' };
    const answer = await browser.submit('/oauth/authorize', foreign, { origin: 'https://evil.example' });
    assert.equal(answer.status, 403);
  });

  it('serves the device flow at the same endpoint, and names a missing field', async () => {
    const { json } = await gateway.send('/api/v1/auth/device/code', { method: 'POST', body: {} });
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' };
    const poll = await token({ ...grant, device_code: String(json['device_code']) });
    assert.equal(poll.json.error, 'authorization_pending');
    assert.equal((await token(grant)).json.error, 'invalid_request');
    assert.equal((await token({ grant_type: 'password' })).json.error, 'unsupported_grant_type');
  });
});
