import assert from 'node:assert/strict';
import { checkCsrf, toCsrfToken, expiredCookies, sessionCookies, readSessionSecret } from './browser-session.js';

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
  for (const cookie of expiredCookies('https://svc.example.com')) assert.match(cookie, /=; .*Max-Age=0/);
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
