import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { signInMember, type Browser } from '../testing/browser.js';
import { GatewayUnderTest, type Answer } from '../testing/gateway.js';
import { pagePolicy } from './page-policy.js';

const FILES = readdirSync(new URL('../../assets/console/assets/', import.meta.url));
const NAMES = FILES.filter((name) => !/\.(?:br|gz)$/.test(name));
const PAGES = [
  '/',
  '/start',
  '/p/shop',
  '/p/shop/logs?q=a%2Fb&from=-1h',
  '/settings',
  '/settings/members',
  '/configure',
  '/configure/channels/new',
  '/incidents',
  '/incidents/INC-1',
];

describe('the console', () => {
  let gateway: GatewayUnderTest;
  let browser: Browser;
  let page: Answer;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    ({ browser } = await signInMember(gateway, 'ROLE_VIEWER'));
    page = await browser.get('/');
  });
  afterAll(() => gateway.stop());

  it('is one page for all its paths, with a validator and the strict policy', async () => {
    for (const path of PAGES) {
      const { status, text, headers } = await browser.get(path);
      assert.deepEqual([status, text], [200, page.text], path);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(headers['cache-control'], 'no-cache');
      assert.equal(headers['content-security-policy'], pagePolicy(undefined));
      assert.equal(headers['x-frame-options'], 'DENY');
    }
    const again = await browser.send('/p/shop', 'GET', undefined, { 'if-none-match': String(page.headers.etag) });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  it('sends a visitor without a session to the login page, and back', async () => {
    for (const path of PAGES) {
      const { status, headers, text } = await gateway.send(path, { headers: { 'if-none-match': '*' } });
      const target = new URL(headers.location ?? '', 'http://own.invalid');
      assert.deepEqual([status, text, target.pathname], [303, '', '/login']);
      assert.equal(target.searchParams.get('return_to'), path);
      assert.equal((await browser.get(headers.location ?? '')).headers.location, path, 'the login page accepts it');
      assert.equal(headers['cache-control'], 'no-store');
    }
    const long = await gateway.send(`/p/shop/logs?q=${'a'.repeat(5_000)}`);
    assert.equal(long.headers.location, '/login?return_to=%2F');
  });

  it('lets a cookie that is no session see nothing', async () => {
    const cookie = 'svc_session=svc_session_sentinel';
    assert.equal((await gateway.send('/', { headers: { cookie } })).status, 303);
    const { status, json } = await gateway.send('/api/v1/account', { headers: { cookie } });
    assert.deepEqual([status, json.error], [401, 'unauthenticated']);
  });

  it('has nothing inline, and files for all that it names', async () => {
    assert.doesNotMatch(page.text, /<script(?![^>]* src="\/assets\/)|<style|style=|\bon\w+=|https?:\/\//);
    const named = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    assert.ok(named.length >= 4, named.join());
    for (const path of named) assert.equal((await gateway.send(path)).status, 200, path);
  });

  it('serves files with a hash for good, and the others with a validator', async () => {
    for (const name of NAMES) {
      const { status, headers } = await gateway.send(`/assets/${name}`);
      assert.equal(status, 200, name);
      const isHashed = /-[0-9A-Z]{8}\./.test(name);
      assert.equal(headers['cache-control'], isHashed ? 'public, max-age=31536000, immutable' : 'no-cache', name);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(
        String(headers['content-type']),
        /^(?:text\/(?:css|javascript|plain)|image\/svg\+xml); charset=utf-8$/,
      );
      const again = await gateway.send(`/assets/${name}`, { headers: { 'if-none-match': String(headers.etag) } });
      assert.equal(again.status, 304, name);
    }
    assert.ok(NAMES.some((name) => /-[0-9A-Z]{8}\.js$/.test(name)) && NAMES.includes('icon.svg'));
  });

  it('serves no file outside of the list, and no compressed one by its name', async () => {
    const others = ['', 'none.js', 'index.html', '../index.html', '..%2findex.html', '%2e%2e%2findex.html', '.', '%00'];
    const compressed = FILES.filter((name) => !NAMES.includes(name));
    for (const name of [...others, ...compressed, 'constructor', '__proto__']) {
      assert.equal((await gateway.send(`/assets/${name}`)).status, 404, name);
    }
    assert.equal((await browser.get('/index.html')).status, 404);
  });

  it('leaves pages of the service and unknown paths as they are', async () => {
    assert.match((await browser.get('/configure/connections?result=connected')).text, /The connection is authorized/);
    const accept = 'text/html';
    for (const path of ['/nothing', '/p', '/start/now', '/pages', '/settingsx']) {
      const { status, text } = await browser.send(path, 'GET', undefined, { accept });
      assert.equal(status, 404, path);
      assert.match(text, /Page not found/, path);
    }
    assert.equal((await browser.send('/p/shop', 'POST', '')).status, 404);
    assert.equal((await browser.send('/', 'POST', '')).status, 405);
  });

  it('plays recordings at their own origin, where there is one', async () => {
    const replayOrigin = 'http://replay.example.net';
    const other = await GatewayUnderTest.start({ replayOrigin });
    try {
      const { headers, text } = await (await signInMember(other, 'ROLE_VIEWER')).browser.get('/');
      assert.equal(headers['content-security-policy'], pagePolicy(replayOrigin));
      assert.match(text, /<html lang="en" data-replay-origin="http:\/\/replay\.example\.net">\s*<head>/);
      const host = 'replay.example.net';
      assert.equal((await other.send(`/assets/${NAMES[0]}`, { headers: { host } })).status, 404);
    } finally {
      await other.stop();
    }
  });
});
