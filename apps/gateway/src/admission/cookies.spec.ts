import assert from 'node:assert/strict';
import { readCookie, serializeCookie } from './cookies.js';

it('keeps a cookie from scripts and other sites, and from plain http where there is https', () => {
  const cookie = { name: 'a', value: 'b', maxAgeSeconds: 60, httpOnly: true };
  assert.equal(serializeCookie({ ...cookie, secure: true }), 'a=b; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax');
  assert.equal(serializeCookie({ ...cookie, secure: false, httpOnly: false }), 'a=b; Max-Age=60; Path=/; SameSite=Lax');
});

it('finds a cookie among others by its whole name', () => {
  assert.equal(readCookie(['Host', 'x', 'Cookie', 'xa=1; a=2;aa=3'], 'a'), '2');
  assert.equal(readCookie(['cookie', 'a=b=c'], 'a'), 'b=c');
});

it('ignores a cookie that is absent, empty or sent twice', () => {
  for (const headers of [
    [],
    ['Cookie', 'b=1'],
    ['Cookie', 'a='],
    ['Cookie', 'a=1; a=2'],
    ['Cookie', 'a=1', 'Cookie', 'a=1'],
  ]) {
    assert.equal(readCookie(headers, 'a'), undefined);
  }
});
