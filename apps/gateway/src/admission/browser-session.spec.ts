import assert from 'node:assert/strict';
import {
  checkCsrf,
  checkSite,
  readSessionSecret,
  sessionCookies,
  signOutHeaders,
  toCsrfToken,
} from './browser-session.js';

const SECRET = 'svc_session_secret';

it('sends the secret back under the name that fits the address', () => {
  for (const url of ['http://127.0.0.1:8080', 'https://svc.example.com']) {
    const cookies = sessionCookies(SECRET, 60, url).map((cookie) => cookie.split(';')[0]);
    assert.equal(readSessionSecret(['Cookie', cookies.join('; ')], url), SECRET);
  }
  const plain = sessionCookies(SECRET, 60, 'http://svc.example.com')[0]?.split(';')[0] ?? '';
  assert.equal(readSessionSecret(['Cookie', plain], 'https://svc.example.com'), undefined);
});

it('scripts can read the CSRF token and not the session, and over https both are for https alone', () => {
  const [session = '', csrf = ''] = sessionCookies(SECRET, 60, 'https://svc.example.com');
  assert.match(session, /^__Host-svc_session=.*; HttpOnly; Secure; SameSite=Lax$/);
  assert.match(csrf, /^__Host-svc_csrf=[\w-]{43}; .*Secure; SameSite=Lax$/);
  assert.ok(!csrf.includes(SECRET));
});

it('requires the token for every request that changes something', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) checkCsrf(method, SECRET, undefined);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    checkCsrf(method, SECRET, toCsrfToken(SECRET));
    for (const token of [undefined, '', SECRET, toCsrfToken('another')]) {
      assert.throws(() => checkCsrf(method, SECRET, token), /x-csrf-token/);
    }
  }
});

it('removes both cookies at the end of a session, and over https what pages have kept', () => {
  for (const [url, cleared] of [
    ['https://svc.example.com', '"cache", "storage"'],
    ['http://127.0.0.1:8080', undefined],
  ] as const) {
    const headers = signOutHeaders(url);
    const cookies = [headers['set-cookie'] ?? []].flat();
    assert.equal(cookies.length, 2);
    for (const cookie of cookies) assert.match(cookie, /=; .*Max-Age=0/);
    assert.equal(headers['clear-site-data'], cleared);
  }
});

it('is for pages of this origin, and for addresses that the user types', () => {
  for (const site of [undefined, 'same-origin', 'none']) checkSite(site);
  for (const site of ['cross-site', 'same-site', '', 'same-origin, cross-site']) {
    assert.throws(() => checkSite(site), /is for pages of this service.*X-Svc-API-Key/);
  }
});
