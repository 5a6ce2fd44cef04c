import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { api } from '../api.js';
import { Visitor } from '../browser/visitor.js';
import { receive } from '../receive.js';
import { theService } from '../topology.js';
import { newPerson, signIn, type SignedIn } from '../workspace/person.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
  "worker-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

describe('the console over HTTP', () => {
  let session: SignedIn;
  let page: Awaited<ReturnType<typeof receive>>;
  const get = (path: string, headers: Record<string, string> = {}) => receive(theService().httpUrl + path, headers);
  const getSignedIn = (path: string, headers: Record<string, string> = {}) =>
    get(path, { cookie: session.cookie, ...headers });
  beforeAll(async () => {
    session = await signIn(await newPerson('ROLE_VIEWER'));
    page = await getSignedIn('/');
  });

  it('is one page with the strict policy and a validator', async () => {
    for (const path of ['/', '/start', '/p/default/logs?from=-1h', '/settings/members', '/incidents/INC-1']) {
      const { status, headers, body } = await getSignedIn(path);
      assert.deepEqual([status, body], [200, page.body], path);
      assert.equal(headers['content-security-policy'], POLICY);
      assert.equal(headers['cache-control'], 'no-cache');
      assert.deepEqual([headers['x-frame-options'], headers['x-content-type-options']], ['DENY', 'nosniff']);
    }
    const again = await getSignedIn('/', { 'if-none-match': String(page.headers['etag']) });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
  });

  it('serves the files of the page for good, compressed as the client accepts it', async () => {
    const names = [...page.body.toString().matchAll(/"\/assets\/([^"]+)"/g)].map(([, name = '']) => name);
    assert.ok(names.some((name) => name.endsWith('.js')) && names.some((name) => name.endsWith('.css')));
    for (const name of new Set(names)) {
      const plain = await get(`/assets/${name}`);
      assert.equal(plain.status, 200, name);
      const isHashed = /-[0-9A-Z]{8}\.(?:js|css)$/.test(name);
      assert.equal(plain.headers['cache-control'], isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      for (const [accepted, coding, decode] of [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
      ] as const) {
        const { headers, body } = await get(`/assets/${name}`, { 'accept-encoding': accepted });
        assert.deepEqual([headers['content-encoding'], headers['vary']], [coding, 'accept-encoding'], name);
        assert.deepEqual(decode(body), plain.body, name);
        const known = { 'accept-encoding': accepted, 'if-none-match': String(headers['etag']) };
        assert.equal((await get(`/assets/${name}`, known)).status, 304, name);
      }
    }
  });

  it('serves no file outside of the list', async () => {
    for (const name of ['', 'none.js', 'icon.svg.br', '..%2findex.html', '%2e%2e/index.html', 'constructor', '%00'])
      assert.equal((await get(`/assets/${name}`)).status, 404, name);
  });

  it('redirects a visitor without a session to the login page, with the way back', async () => {
    const target = '/p/default/logs?q=level%3Aerror&from=-1h';
    const { status, headers } = await get(target);
    assert.deepEqual([status, headers['location']], [303, `/login?return_to=${encodeURIComponent(target)}`]);
    const back = await getSignedIn(String(headers['location']));
    assert.deepEqual([back.status, back.headers['location']], [303, target]);
    const { status: refused, json } = await api('GET', '/account', { key: null });
    assert.deepEqual([refused, json['error']], [401, 'unauthenticated']);
  });

  it('refuses requests that pages of other sites send with the session, reads and streams too', async () => {
    for (const site of ['cross-site', 'same-site']) {
      for (const path of ['/account', '/projects', '/stream/logs']) {
        const headers = { cookie: session.cookie, 'sec-fetch-site': site };
        const { status, json } = await api('GET', path, { key: null, headers });
        assert.deepEqual([status, json['error']], [403, 'permission_denied'], path);
      }
      assert.equal((await api('GET', '/account', { headers: { 'sec-fetch-site': site } })).status, 200);
      assert.equal((await getSignedIn('/', { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' })).status, 200);
    }
  });

  it('leaves unknown paths and pages of the service as they are', async () => {
    assert.equal((await getSignedIn('/nothing', { accept: 'text/html' })).status, 404);
    const connections = await getSignedIn('/configure/connections?result=connected');
    assert.match(connections.body.toString(), /The connection is authorized/);
  });

  it('ends the session by a form with the readable token', async () => {
    const own = await signIn(await newPerson('ROLE_VIEWER'));
    const { status, headers } = await own.submit('/logout', {});
    assert.deepEqual([status, headers.get('location')], [303, '/login']);
    assert.equal((await own.request('GET', '/account')).status, 401);
  });
});

const executable = findChromium();

function browserSpecs(executablePath: string): void {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium(executablePath);
  });
  afterAll(() => browser.close());

  const visit = async (): Promise<Visitor> => new Visitor(await (await browser.newContext()).newPage());

  it('leads a visitor through the login to the address, and runs under its policy', async () => {
    const visitor = await visit();
    const faults = watchFaults(visitor.page);
    const target = '/p/default/logs?from=-1h&to=now';
    await visitor.open(target);
    assert.equal(visitor.path, '/login');
    await visitor.signIn(await newPerson('ROLE_VIEWER'));
    assert.equal(visitor.page.url(), theService().httpUrl + target);
    await visitor.page.getByRole('heading', { name: 'Logs', level: 1 }).waitFor();
    assert.deepEqual(faults, []);
  });

  it('has a policy that stops what a text of a stranger could do', async () => {
    const visitor = await visit();
    await visitor.open('/login?return_to=%2Fstart');
    await visitor.signIn(await newPerson('ROLE_VIEWER'));
    const stopped = await visitor.page.evaluate(ATTACKS);
    assert.deepEqual(stopped, ['request', 'markup', 'script', 'form']);
  });

  it('refuses a page of another port, to which the browser gives the cookie', async () => {
    const visitor = await visit();
    await visitor.open('/login?return_to=%2Fstart');
    await visitor.signIn(await newPerson('ROLE_VIEWER'));
    const site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><link rel="icon" href="data:,">');
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    try {
      await visitor.page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      const url = `${theService().httpUrl}/api/v1/account`;
      const [response] = await Promise.all([
        visitor.page.waitForResponse(url),
        visitor.page.evaluate((target) => void fetch(target, { mode: 'no-cors', credentials: 'include' }), url),
      ]);
      // Without the cookie it would be 401.
      assert.equal(response.status(), 403);
    } finally {
      site.close();
      site.closeAllConnections();
    }
  });
}

/** What a page must not be able to do; resolves to those that the policy stops. */
const ATTACKS = `(async () => {
  const stopped = [];
  const attempt = (name, act) => { try { act(); } catch { stopped.push(name); } };
  await fetch('http://127.0.0.1:9/').catch(() => stopped.push('request'));
  attempt('markup', () => { document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'; });
  const violated = (name) => new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', () => { stopped.push(name); resolve(); }, { once: true });
  });
  let seen = violated('script');
  attempt('script element', () => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.head.append(script);
  });
  await seen;
  seen = violated('form');
  const form = document.createElement('form');
  form.action = 'http://127.0.0.1:9/';
  document.body.append(form);
  form.submit();
  await seen;
  return window.ran ? ['a script ran'] : stopped.filter((name) => name !== 'script element');
})()`;

/** Collects violations of the policy, errors of the page and of its console, and files that are not served. */
function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && response.url().includes('/assets/')) faults.push(response.url());
  });
  return faults;
}

describe('the console in a browser', () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else browserSpecs(executable);
});
