import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { operations } from '@svc/contract';
import { Browser, signInMember } from '../testing/browser.js';
import { GatewayUnderTest } from '../testing/gateway.js';

const OTHERS = ['cross-site', 'same-site'];
/** As a browser sends where a link on another site is followed. */
const NAVIGATION = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', accept: 'text/html' };

describe('requests of pages of other sites', () => {
  let gateway: GatewayUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    ({ browser } = await signInMember(gateway, 'ROLE_OWNER'));
  });
  afterAll(() => gateway.stop());

  const send = (method: string, target: string, headers: Record<string, string>, sender = browser) =>
    sender.send(target, method, undefined, { 'x-csrf-token': sender.csrfToken, ...headers });

  it('cannot use the session of the browser for any operation: no read, change or stream', async () => {
    const guarded = operations.filter(({ project }) => project !== 'public');
    assert.ok(guarded.some(({ streams }) => streams));
    for (const [index, { id, method, path }] of guarded.entries()) {
      const target = path.replaceAll(/\{\w+\}/g, randomUUID());
      const site = OTHERS[index % OTHERS.length] ?? '';
      const { status, json } = await send(method, target, { 'sec-fetch-site': site });
      assert.deepEqual([status, json.error], [403, 'permission_denied'], id);
      assert.match(String(json.message), /is for pages of this service.*need a key in the header X-Svc-API-Key/);
    }
    assert.deepEqual(gateway.recorder.arrivals, []);
    for (const path of ['/api/v1/auth/logout', '/ofrep/v1/evaluate/flags'])
      assert.equal((await send('POST', path, { 'sec-fetch-site': 'cross-site' })).status, 403, path);
    assert.equal((await browser.get('/api/v1/account')).status, 200, 'the session goes on');
  });

  it('is refused before the session is looked up', async () => {
    const stranger = new Browser(gateway);
    stranger.cookies.set('svc_session', 'svc_session_unknown');
    assert.equal((await send('GET', '/api/v1/account', { 'sec-fetch-site': 'cross-site' }, stranger)).status, 403);
  });

  it('can be sent with a key, and without a credential is what it was', async () => {
    for (const site of OTHERS) {
      const headers = { 'sec-fetch-site': site, 'x-svc-api-key': gateway.workspace.ownerKey };
      assert.equal((await send('GET', '/api/v1/account', headers)).status, 200);
      const { status } = await gateway.send('/api/v1/account', { headers: { 'sec-fetch-site': site } });
      assert.equal(status, 401);
    }
  });

  it('are not those of the service itself, of an address that was typed, or of a program', async () => {
    const own: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}];
    for (const headers of own) assert.equal((await send('GET', '/api/v1/account', headers)).status, 200);
  });

  it('lead to the pages of the service, which a link may open', async () => {
    for (const [target, status] of [
      ['/', 200],
      ['/p/shop/logs?from=-1h', 200],
      ['/device', 200],
      ['/configure/connections?result=connected', 200],
      ['/login?return_to=%2Fstart', 303],
      ['/docs', 200],
      ['/api/v1/connections/oauth/callback?state=none', 303],
    ] as const)
      assert.equal((await send('GET', target, NAVIGATION)).status, status, target);
  });
});

describe('the end of a session', () => {
  it.each([
    ['https://svc.example.com', '__Host-svc', '"cache", "storage"'],
    ['http://svc.example.com', 'svc', undefined],
  ])('at %s, by the form with the readable cookie or by the interface', async (publicUrl, prefix, cleared) => {
    const gateway = await GatewayUnderTest.start({ publicUrl });
    try {
      const { browser, email, password } = await signInMember(gateway, 'ROLE_VIEWER');
      const csrfToken = () => browser.cookies.get(`${prefix}_csrf`) ?? assert.fail('no readable cookie');
      const page = await browser.submit('/logout', { csrf_token: csrfToken() });
      assert.deepEqual([page.status, page.headers.location], [303, '/login']);
      assert.equal(page.headers['clear-site-data'], cleared);
      assert.deepEqual([...browser.cookies], []);
      await browser.signIn(email, password);
      const answer = await browser.send('/api/v1/auth/logout', 'POST', '', { 'x-csrf-token': csrfToken() });
      assert.deepEqual([answer.status, answer.headers['clear-site-data']], [204, cleared]);
      assert.deepEqual([...browser.cookies], []);
    } finally {
      await gateway.stop();
    }
  });

  it('of a client with an access token clears nothing in a browser', async () => {
    const gateway = await GatewayUnderTest.start({ publicUrl: 'https://svc.example.com' });
    try {
      const authorization = `Bearer ${await gateway.newAccessToken('ROLE_VIEWER')}`;
      const answer = await gateway.send('/api/v1/auth/logout', { method: 'POST', headers: { authorization } });
      const { 'set-cookie': cookies, 'clear-site-data': cleared } = answer.headers;
      assert.deepEqual([answer.status, cookies, cleared], [204, undefined, undefined]);
    } finally {
      await gateway.stop();
    }
  });
});
