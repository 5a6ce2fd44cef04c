import assert from 'node:assert/strict';
import { hashSecret } from '@svc/auth';
import { Browser } from '../../testing/browser.js';
import { GatewayUnderTest, type Answer } from '../../testing/gateway.js';

const PASSWORD = 'correct horse battery';
const ACCOUNT = '/api/v1/account';
const LOGIN = '/api/v1/auth/login';
const LOGOUT = '/api/v1/auth/logout';
const REFRESH = '/api/v1/auth/token/refresh';
const DAY_MS = 24 * 3_600_000;

const refusedWith = (answer: Answer, status: number, error: string): void =>
  assert.deepEqual([answer.status, answer.json.error], [status, error], answer.text);

describe('sessions of browsers', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());

  const newPerson = () => gateway.newMember('ROLE_ADMIN', undefined, PASSWORD);
  const logIn = (browser: Browser, email: string, password = PASSWORD) =>
    browser.send(LOGIN, 'POST', JSON.stringify({ email, password }));
  const signedIn = async (): Promise<Browser> => {
    const browser = new Browser(gateway);
    assert.equal((await logIn(browser, (await newPerson()).email)).status, 200);
    return browser;
  };
  const makeKey = (browser: Browser, csrf: string | undefined) =>
    browser.send('/api/v1/account/api-keys', 'POST', JSON.stringify({ name: 'x', scopes: ['logs:read'] }), {
      ...(csrf !== undefined && { 'x-csrf-token': csrf }),
    });

  it('begins a session with address and password, and acts as the user from then on', async () => {
    const person = await newPerson();
    const browser = new Browser(gateway);
    const answer = await logIn(browser, person.email.toUpperCase());
    assert.equal(answer.status, 200);
    assert.equal(answer.json.user_id, person.userId);
    assert.equal(answer.json.csrf_token, browser.csrfToken);
    const [session = '', csrf = ''] = answer.headers['set-cookie'] ?? [];
    assert.match(session, /^svc_session=svc_session_\w+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.doesNotMatch(csrf, /HttpOnly/);
    const { json } = await browser.get(ACCOUNT);
    assert.deepEqual(json.principal, { type: 'user', id: person.userId, name: 'A ROLE_ADMIN' });
    assert.equal(json.role, 'ROLE_ADMIN');
  });

  it('audits sign-ins with the user and the address', async () => {
    const person = await newPerson();
    await logIn(new Browser(gateway), person.email);
    const log = await gateway.send('/api/v1/account/audit-log?operation=auth.login', {
      key: gateway.workspace.ownerKey,
    });
    const [entry] = log.json.entries as { principal: { id: string }; source_address: string; outcome: string }[];
    assert.deepEqual(
      [entry?.principal.id, entry?.source_address, entry?.outcome],
      [person.userId, '127.0.0.1', 'succeeded'],
    );
  });

  it('stores the secret of a session nowhere', async () => {
    const browser = await signedIn();
    const secret = browser.cookies.get('svc_session') ?? '';
    const sha256 = hashSecret(secret);
    const row = await gateway.workspace.relational.client.sessionToken.findUniqueOrThrow({ where: { sha256 } });
    assert.equal(row.kind, 'cookie');
  });

  it('refuses changes without the CSRF token, and allows reads', async () => {
    const browser = await signedIn();
    const other = await signedIn();
    for (const token of [undefined, '', 'x', other.csrfToken, browser.cookies.get('svc_session')]) {
      refusedWith(await makeKey(browser, token), 403, 'permission_denied');
    }
    assert.equal((await browser.get('/api/v1/account/api-keys')).status, 200);
    assert.equal((await makeKey(browser, browser.csrfToken)).status, 201);
  });

  it('accepts a session only by its cookie: neither its secret in a header nor an access token in a cookie is valid', async () => {
    const browser = await signedIn();
    const secret = browser.cookies.get('svc_session') ?? '';
    refusedWith(await gateway.send(ACCOUNT, { key: secret }), 401, 'unauthenticated');
    refusedWith(
      await gateway.send(ACCOUNT, { headers: { cookie: `svc_session=${gateway.workspace.ownerKey}` } }),
      401,
      'unauthenticated',
    );
    const twice = `svc_session=${secret}; svc_session=${secret}`;
    refusedWith(await gateway.send(ACCOUNT, { headers: { cookie: twice } }), 401, 'unauthenticated');
  });

  it('ends a session at the log-out immediately, also for a thief of the cookie', async () => {
    const browser = await signedIn();
    const stolen = new Browser(gateway);
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    assert.equal((await stolen.get(ACCOUNT)).status, 200);
    refusedWith(await browser.send(LOGOUT, 'POST'), 403, 'permission_denied');
    const answer = await browser.send(LOGOUT, 'POST', undefined, { 'x-csrf-token': browser.csrfToken });
    assert.equal(answer.status, 204);
    assert.equal(browser.cookies.size, 0);
    refusedWith(await stolen.get(ACCOUNT), 401, 'key_revoked');
  });

  it('ends a session with the membership, and after a week', async () => {
    const person = await newPerson();
    const browser = new Browser(gateway);
    await logIn(browser, person.email);
    const other = await signedIn();
    const removed = await gateway.send(`/api/v1/account/members/${person.userId}`, {
      method: 'DELETE',
      key: gateway.workspace.ownerKey,
    });
    assert.equal(removed.status, 204);
    refusedWith(await browser.get(ACCOUNT), 401, 'unauthenticated');
    gateway.workspace.advance(7 * DAY_MS);
    refusedWith(await other.get(ACCOUNT), 401, 'key_expired');
  });

  it('refuses unknown users, wrong passwords, and users without password or organization alike', async () => {
    const person = await newPerson();
    const withoutPassword = await gateway.newMember('ROLE_OWNER');
    const leaver = await newPerson();
    await gateway.workspace.relational.client.membership.delete({ where: { id: leaver.membershipId } });
    const attempts: [string, string][] = [
      ['nobody@example.com', PASSWORD],
      ['no address at all', PASSWORD],
      [person.email, 'another one altogether'],
      [person.email, 'x'.repeat(10_000)],
      [withoutPassword.email, PASSWORD],
      [leaver.email, PASSWORD],
    ];
    const answers = await Promise.all(
      attempts.map(([email, password]) => logIn(new Browser(gateway), email, password)),
    );
    for (const answer of answers) {
      refusedWith(answer, 401, 'unauthenticated');
      assert.equal(answer.text, answers[0]?.text);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
  });

  it('refuses sign-ins after ten attempts from one address, for right passwords too, and for that account only', async () => {
    const person = await newPerson();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      refusedWith(await logIn(new Browser(gateway), person.email, 'another one altogether'), 401, 'unauthenticated');
    }
    const throttled = await logIn(new Browser(gateway), person.email);
    refusedWith(throttled, 429, 'rate_limited');
    assert.ok(Number(throttled.headers['retry-after']) > 0);
    assert.equal((await logIn(new Browser(gateway), (await newPerson()).email)).status, 200);
  });

  it('refuses only the stranger, however many passwords the stranger has tried', async () => {
    const proxied = await GatewayUnderTest.start({
      http: { host: '127.0.0.1', port: 0, trustedProxies: ['127.0.0.1'] },
    });
    const logInFrom = (ip: string, email: string, password: string) =>
      proxied.send(LOGIN, { method: 'POST', headers: { 'x-forwarded-for': ip }, body: { email, password } });
    try {
      const person = await proxied.newMember('ROLE_ADMIN', undefined, PASSWORD);
      for (let attempt = 0; attempt < 55; attempt += 1) await logInFrom('192.0.2.1', person.email, 'a wrong password');
      refusedWith(await logInFrom('192.0.2.1', person.email, PASSWORD), 429, 'rate_limited');
      const first = await logInFrom('198.51.100.7', person.email, PASSWORD);
      assert.equal(first.status, 200, 'the right password from another address');
      const guesses = Array.from({ length: 60 }, (_, index) => `203.0.113.${index + 1}`);
      for (const ip of guesses) await logInFrom(ip, person.email, 'a wrong password');
      const known = await logInFrom('198.51.100.7', person.email, PASSWORD);
      assert.equal(known.status, 200, 'an address that has signed in before is not slowed down');
    } finally {
      await proxied.stop();
    }
  });

  it('delays sign-ins by seconds only for an unknown address while many strangers guess', async () => {
    const proxied = await GatewayUnderTest.start({
      http: { host: '127.0.0.1', port: 0, trustedProxies: ['127.0.0.1'] },
    });
    const logInFrom = (ip: string, email: string, password: string) =>
      proxied.send(LOGIN, { method: 'POST', headers: { 'x-forwarded-for': ip }, body: { email, password } });
    try {
      const person = await proxied.newMember('ROLE_ADMIN', undefined, PASSWORD);
      const guesses = Array.from({ length: 55 }, (_, index) => `203.0.113.${index + 1}`);
      for (const ip of guesses) await logInFrom(ip, person.email, 'a wrong password');
      const slowed = await logInFrom('198.51.100.8', person.email, PASSWORD);
      refusedWith(slowed, 429, 'rate_limited');
      assert.ok(Number(slowed.headers['retry-after']) <= 10, slowed.headers['retry-after']);
    } finally {
      await proxied.stop();
    }
  });

  it('resets the count of failures at a sign-in', async () => {
    const person = await newPerson();
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 6; attempt += 1)
        await logIn(new Browser(gateway), person.email, 'a wrong password');
      assert.equal((await logIn(new Browser(gateway), person.email)).status, 200);
    }
  });

  it('refuses a log-in by a form of another site: only JSON is accepted', async () => {
    const { email } = await newPerson();
    const form = await new Browser(gateway).submit(LOGIN, { email, password: PASSWORD });
    refusedWith(form, 415, 'unsupported_media_type');
    for (const body of [{ email }, { password: PASSWORD }, { email, password: 1 }, []]) {
      assert.equal((await new Browser(gateway).send(LOGIN, 'POST', JSON.stringify(body))).status, 400);
    }
  });

  it('refuses API keys', async () => {
    refusedWith(
      await gateway.send(LOGOUT, { method: 'POST', key: gateway.workspace.ownerKey }),
      403,
      'permission_denied',
    );
    refusedWith(await gateway.send(LOGOUT, { method: 'POST' }), 401, 'unauthenticated');
  });
});

describe('sessions of clients', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());

  const post = (target: string, fields: Record<string, string>) =>
    gateway.send(target, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const requestCode = async () => (await post('/api/v1/auth/device/code', { client_id: 'svc' })).json;
  const poll = (deviceCode: unknown) =>
    post('/api/v1/auth/device/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: String(deviceCode),
      client_id: 'svc',
    });
  const approve = async (userCode: unknown) => {
    const { email, userId, membershipId } = await gateway.newMember('ROLE_MEMBER', undefined, PASSWORD);
    const browser = new Browser(gateway);
    await browser.send(LOGIN, 'POST', JSON.stringify({ email, password: PASSWORD }));
    const fields = { csrf_token: browser.csrfToken, user_code: String(userCode), decision: 'approve' };
    const page = await browser.submit('/device', fields);
    assert.equal(page.status, 200, page.text);
    return { userId, membershipId };
  };
  const newSession = async () => {
    const code = await requestCode();
    const person = await approve(code.user_code);
    const { status, json } = await poll(code.device_code);
    assert.equal(status, 200);
    return { ...person, access: String(json.access_token), refresh: String(json.refresh_token) };
  };
  const bearer = (token: string) => gateway.send(ACCOUNT, { headers: { authorization: `Bearer ${token}` } });
  const refresh = (token: string) => post(REFRESH, { refresh_token: token });

  it('follows RFC 8628: code, page, approval, tokens once', async () => {
    const code = await requestCode();
    assert.match(String(code.user_code), /^[B-Z]{4}-[B-Z]{4}$/);
    assert.deepEqual([code.expires_in, code.interval], [600, 5]);
    assert.equal(code.verification_uri, `http://127.0.0.1:${gateway.gateway.port}/device`);
    assert.equal(code.verification_uri_complete, `${code.verification_uri}?user_code=${String(code.user_code)}`);
    refusedWith(await poll(code.device_code), 400, 'authorization_pending');
    const { userId } = await approve(code.user_code);
    const { status, json, headers } = await poll(code.device_code);
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'no-store');
    assert.deepEqual([json.token_type, json.expires_in], ['Bearer', 900]);
    const account = await bearer(String(json.access_token));
    assert.deepEqual((account.json.principal as { id: string }).id, userId);
    refusedWith(await poll(code.device_code), 400, 'invalid_grant');
  });

  it('tells a client to slow down, and for how long', async () => {
    const { device_code } = await requestCode();
    refusedWith(await poll(device_code), 400, 'authorization_pending');
    refusedWith(await poll(device_code), 400, 'slow_down');
    gateway.workspace.advance(6000);
    refusedWith(await poll(device_code), 400, 'slow_down');
    gateway.workspace.advance(16_000);
    refusedWith(await poll(device_code), 400, 'authorization_pending');
  });

  it('tells a client that the code has expired, or that the user refused', async () => {
    const expired = await requestCode();
    gateway.workspace.advance(600_000);
    refusedWith(await poll(expired.device_code), 400, 'expired_token');
    const denied = await requestCode();
    const { email } = await gateway.newMember('ROLE_MEMBER', undefined, PASSWORD);
    const browser = new Browser(gateway);
    await browser.send(LOGIN, 'POST', JSON.stringify({ email, password: PASSWORD }));
    const fields = { csrf_token: browser.csrfToken, user_code: String(denied.user_code), decision: 'deny' };
    assert.equal((await browser.submit('/device', fields)).status, 200);
    refusedWith(await poll(denied.device_code), 400, 'access_denied');
  });

  it('issues tokens once when many poll at the same time', async () => {
    const { device_code, user_code } = await requestCode();
    await approve(user_code);
    const answers = await Promise.all(Array.from({ length: 10 }, () => poll(device_code)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ json }) => json.error === 'invalid_grant').length, 9);
  });

  it('refuses invalid grants', async () => {
    refusedWith(await poll('nonsense'), 400, 'invalid_grant');
    const { device_code } = await requestCode();
    refusedWith(
      await post('/api/v1/auth/device/token', { grant_type: 'password', device_code: String(device_code) }),
      400,
      'unsupported_grant_type',
    );
    refusedWith(await post('/api/v1/auth/device/token', { grant_type: 'password' }), 400, 'unsupported_grant_type');
    const incomplete: Record<string, string>[] = [{}, { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' }];
    for (const fields of incomplete) {
      refusedWith(await post('/api/v1/auth/device/token', fields), 400, 'invalid_request');
    }
  });

  it('renews tokens; the old refresh token, used again, ends the session for all holders', async () => {
    const { access, refresh: first } = await newSession();
    const renewed = await refresh(first);
    assert.equal(renewed.status, 200);
    const second = String(renewed.json.access_token);
    for (const token of [access, second]) assert.equal((await bearer(token)).status, 200);
    refusedWith(await refresh(first), 400, 'invalid_grant');
    for (const token of [access, second]) refusedWith(await bearer(token), 401, 'key_revoked');
    refusedWith(await refresh(String(renewed.json.refresh_token)), 400, 'invalid_grant');
    const { client } = gateway.workspace.relational;
    const recorded = await client.auditOutcome.findFirstOrThrow({
      where: { error: 'refresh_token_reused' },
      include: { entry: true },
    });
    assert.deepEqual([recorded.status, recorded.entry.operation], [400, 'auth.token_refresh']);
    assert.equal(recorded.entry.sourceAddress, '127.0.0.1');
  });

  it('lets exactly one of many exchange a refresh token, and then ends the session', async () => {
    const { refresh: token } = await newSession();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(token)));
    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    assert.deepEqual(others, []);
    refusedWith(await bearer(String(winner?.json.access_token)), 401, 'key_revoked');
  });

  it('grants access for a quarter of an hour, and does not accept refresh tokens as access tokens', async () => {
    const { access, refresh: token } = await newSession();
    refusedWith(await bearer(token), 401, 'unauthenticated');
    refusedWith(await refresh(access), 400, 'invalid_grant');
    refusedWith(await refresh('nonsense'), 400, 'invalid_grant');
    gateway.workspace.advance(900_000);
    refusedWith(await bearer(access), 401, 'key_expired');
    assert.equal((await refresh(token)).status, 200);
  });

  it('ends a session at the log-out and with the membership', async () => {
    const first = await newSession();
    const out = await gateway.send(LOGOUT, { method: 'POST', headers: { authorization: `Bearer ${first.access}` } });
    assert.equal(out.status, 204);
    refusedWith(await bearer(first.access), 401, 'key_revoked');
    refusedWith(await refresh(first.refresh), 400, 'invalid_grant');
    const second = await newSession();
    await gateway.send(`/api/v1/account/members/${second.userId}`, {
      method: 'DELETE',
      key: gateway.workspace.ownerKey,
    });
    refusedWith(await bearer(second.access), 401, 'unauthenticated');
    refusedWith(await refresh(second.refresh), 400, 'invalid_grant');
  });
});
