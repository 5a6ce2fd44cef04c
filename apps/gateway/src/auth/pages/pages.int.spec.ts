import assert from 'node:assert/strict';
import { ROLES } from '@svc/auth';
import { Browser, signInMember } from '../../testing/browser.js';
import { GatewayUnderTest } from '../../testing/gateway.js';

const PASSWORD = 'correct horse battery';

describe('pages to get in', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());

  const signedIn = async (): Promise<Browser> => {
    const { email } = await gateway.newMember('ROLE_MEMBER', undefined, PASSWORD);
    const browser = new Browser(gateway);
    assert.equal((await browser.submit('/login', { email, password: PASSWORD })).status, 303);
    return browser;
  };
  const requestCode = async (): Promise<string> => {
    const { json } = await gateway.send('/api/v1/auth/device/code', { method: 'POST', body: {} });
    return String(json.user_code);
  };

  it('serves screen readers: language, title, one heading, a label for every field', async () => {
    const browser = await signedIn();
    const code = await requestCode();
    const { json } = await gateway.send('/api/v1/invitations', {
      method: 'POST',
      key: gateway.workspace.ownerKey,
      body: { email: 'reader@example.com' },
    });
    const pages = [
      await new Browser(gateway).get('/login'),
      await browser.get('/device'),
      await browser.get(`/device?user_code=${code}`),
      await gateway.send(`/invitations/accept?token=${String(json.token)}`),
      await gateway.send('/invitations/accept?token=none'),
    ];
    for (const { text, headers } of pages) {
      assert.match(text, /<html lang="en">/);
      assert.match(text, /<title>[^<]+ · svc<\/title>/);
      assert.equal(text.match(/<h1>/g)?.length, 1);
      assert.equal(text.match(/<main>/g)?.length, 1);
      for (const [, id] of text.matchAll(/<input\s+id="(\w+)"/g)) assert.match(text, new RegExp(`<label for="${id}">`));
      assert.doesNotMatch(text, /<script|style=|onclick/i);
      assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['referrer-policy'], 'same-origin');
    }
    assert.equal((await gateway.send('/pages.css')).headers['content-type'], 'text/css; charset=utf-8');
  });

  it('signs in and continues to the requested page, never to another site', async () => {
    const { email } = await gateway.newMember('ROLE_MEMBER', undefined, PASSWORD);
    for (const [returnTo, location] of [
      ['/device?user_code=BCDF-GHJK', '/device?user_code=BCDF-GHJK'],
      ['/p/shop/logs?q=level%3Aerror&from=-1h', '/p/shop/logs?q=level%3Aerror&from=-1h'],
      ['//evil.example', '/'],
      ['https://evil.example', '/'],
    ] as const) {
      const answer = await new Browser(gateway).submit('/login', { email, password: PASSWORD, return_to: returnTo });
      assert.deepEqual([answer.status, answer.headers.location], [303, location]);
    }
  });

  it('reports a failure as an alert, keeps the address and never the password', async () => {
    const answer = await new Browser(gateway).submit('/login', { email: '"><b>x@y.z', password: 'sentinel-password' });
    assert.equal(answer.status, 401);
    assert.match(answer.text, /role="alert">The e-mail address or the password is wrong\./);
    assert.match(answer.text, /<title>Error: Sign in/);
    assert.doesNotMatch(answer.text, /sentinel|<b>/);
    assert.equal(answer.headers['set-cookie'], undefined);
  });

  it('refuses a form of another site', async () => {
    const { email } = await gateway.newMember('ROLE_MEMBER', undefined, PASSWORD);
    const browser = await signedIn();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const forged = await new Browser(gateway).submit('/login', { email, password: PASSWORD }, headers);
      assert.deepEqual([forged.status, forged.headers['set-cookie']], [403, undefined]);
      const fields = { csrf_token: browser.csrfToken, user_code: await requestCode(), decision: 'approve' };
      assert.equal((await browser.submit('/device', fields, headers)).status, 403);
    }
  });

  it('requires the token of the session to approve a client', async () => {
    const browser = await signedIn();
    const user_code = await requestCode();
    for (const csrf_token of ['', 'x', (await signedIn()).csrfToken]) {
      assert.equal((await browser.submit('/device', { csrf_token, user_code, decision: 'approve' })).status, 403);
    }
  });

  it('asks a user with a code to sign in first, and returns to the code', async () => {
    const code = await requestCode();
    const answer = await new Browser(gateway).get(`/device?user_code=${code}`);
    assert.equal(answer.status, 303);
    const back = new URL(answer.headers.location ?? '', 'http://x').searchParams.get('return_to');
    assert.equal(back, `/device?user_code=${code}`);
  });

  it('shows the code before an approval, however it was typed, and decides once', async () => {
    const browser = await signedIn();
    const code = await requestCode();
    const csrf_token = browser.csrfToken;
    const asked = await browser.submit('/device', { csrf_token, user_code: code.toLowerCase().replace('-', ' ') });
    assert.equal(asked.status, 200);
    assert.match(asked.text, new RegExp(`<p class="code">${code}</p>`));
    const decide = () => browser.submit('/device', { csrf_token, user_code: code, decision: 'approve' });
    assert.match((await decide()).text, /The client is authorized/);
    assert.equal((await decide()).status, 404);
    assert.equal((await browser.get('/device?user_code=WRONG')).status, 404);
  });

  it('audits each decision, with the role that was granted', async () => {
    const { browser, userId } = await signInMember(gateway, 'ROLE_ADMIN');
    const decide = async (decision: string): Promise<void> => {
      const fields = { csrf_token: browser.csrfToken, user_code: await requestCode(), decision, role: 'ROLE_VIEWER' };
      assert.equal((await browser.submit('/device', fields)).status, 200);
    };
    await decide('approve');
    await decide('deny');
    const { auditEntry } = gateway.workspace.relational.client;
    const where = { principalId: userId, operation: { startsWith: 'auth.device' } };
    const entries = await auditEntry.findMany({ where, include: { outcome: true }, orderBy: { at: 'asc' } });
    assert.deepEqual(
      entries.map(({ operation, details, sourceAddress, outcome }) => [
        operation,
        details,
        sourceAddress,
        outcome?.status,
      ]),
      [
        ['auth.device_approve', { role: 'ROLE_VIEWER' }, '127.0.0.1', 200],
        ['auth.device_deny', {}, '127.0.0.1', 200],
      ],
    );
  });

  it('shows the client, its address and its time, and warns of another address', async () => {
    const proxied = await GatewayUnderTest.start({
      http: { host: '127.0.0.1', port: 0, trustedProxies: ['127.0.0.1'] },
    });
    try {
      const browser = (await signInMember(proxied, 'ROLE_MEMBER')).browser;
      const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'evil <b>client</b>' };
      const { json } = await proxied.send('/api/v1/auth/device/code', { method: 'POST', headers, body: {} });
      proxied.workspace.advance(120_000);
      const { text } = await browser.get(`/device?user_code=${String(json.user_code)}`);
      assert.match(text, /203\.0\.113\.9, which is not yours \(127\.0\.0\.1\)/);
      assert.match(text, /evil &#60;b&#62;client/);
      assert.match(text, /2 minutes ago, at \d\d:\d\d UTC/);
      assert.match(text, /<option value="ROLE_MEMBER">/);
      assert.doesNotMatch(text, /ROLE_ADMIN|ROLE_OWNER/);
    } finally {
      await proxied.stop();
    }
  });

  it('lets a user grant a client less than the own role, and never more', async () => {
    const admin = await signInMember(gateway, 'ROLE_ADMIN');
    const grant = async (role: string) => {
      const { json } = await gateway.send('/api/v1/auth/device/code', { method: 'POST', body: {} });
      const fields = {
        csrf_token: admin.browser.csrfToken,
        user_code: String(json.user_code),
        decision: 'approve',
        role,
      };
      const page = await admin.browser.submit('/device', fields);
      if (page.status !== 200) return page.status;
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
      const body = { grant_type, device_code: json.device_code };
      const tokens = await gateway.send('/api/v1/auth/device/token', { method: 'POST', body });
      const authorization = `Bearer ${String(tokens.json.access_token)}`;
      const account = await gateway.send('/api/v1/account', { headers: { authorization } });
      return { role: account.json.role, scopes: new Set(account.json.scopes as string[]), authorization };
    };
    const viewer = await grant('ROLE_VIEWER');
    assert.ok(typeof viewer === 'object');
    assert.deepEqual([viewer.role, viewer.scopes], ['ROLE_VIEWER', ROLES.ROLE_VIEWER]);
    const removal = await gateway.send(`/api/v1/account/members/${admin.userId}`, {
      method: 'DELETE',
      headers: { authorization: viewer.authorization },
    });
    assert.equal(removal.status, 403);
    for (const role of ['ROLE_ADMIN', 'ROLE_OWNER']) {
      const full = await grant(role);
      assert.ok(typeof full === 'object');
      assert.equal(full.role, 'ROLE_ADMIN');
    }
    assert.equal(await grant('ROLE_SENTINEL'), 400);
    const { json } = await admin.browser.get('/api/v1/users/me/sessions');
    const limits = (json.sessions as { role_limit?: string }[]).map(({ role_limit }) => role_limit);
    assert.ok(limits.includes('ROLE_VIEWER'));
  });

  it('limits attempts at codes', async () => {
    const browser = await signedIn();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      assert.equal((await browser.get('/device?user_code=BCDF-GHJK')).status, 404);
    }
    const throttled = await browser.get('/device?user_code=BCDF-GHJK');
    assert.equal(throttled.status, 429);
    assert.ok(Number(throttled.headers['retry-after']) > 0);
  });

  it('accepts an invitation with a name and a password, once', async () => {
    const { json } = await gateway.send('/api/v1/invitations', {
      method: 'POST',
      key: gateway.workspace.ownerKey,
      body: { email: 'grace@example.com' },
    });
    const token = String(json.token);
    const browser = new Browser(gateway);
    const short = await browser.submit('/invitations/accept', { token, name: 'Grace', password: 'short' });
    assert.equal(short.status, 400);
    assert.match(short.text, /role="alert">The password must have 12/);
    const done = await browser.submit('/invitations/accept', { token, name: 'Grace', password: PASSWORD });
    assert.match(done.text, /You are in/);
    const again = await browser.submit('/invitations/accept', { token, name: 'Grace', password: PASSWORD });
    assert.equal(again.status, 409);
    assert.equal((await browser.submit('/login', { email: 'grace@example.com', password: PASSWORD })).status, 303);
  });

  it('answers unknown methods with 405 and the allowed ones, as the routes beside them do', async () => {
    for (const [target, allow] of [
      ['/login', 'GET, HEAD, OPTIONS, POST'],
      ['/api/v1/auth/login', 'OPTIONS, POST'],
      ['/api/v1/auth/device/token', 'OPTIONS, POST'],
    ] as const) {
      const answer = await gateway.send(target, { method: 'DELETE' });
      assert.deepEqual([answer.status, answer.headers.allow], [405, allow]);
    }
  });

  it('signs out', async () => {
    const browser = await signedIn();
    assert.equal((await browser.submit('/logout', { csrf_token: 'x' })).status, 403);
    assert.equal((await browser.submit('/logout', { csrf_token: browser.csrfToken })).headers.location, '/login');
    assert.equal((await browser.get('/api/v1/account')).status, 401);
  });
});
