import assert from 'node:assert/strict';
import { isSameOrigin, safeReturn } from './same-origin.js';

const PUBLIC = 'https://svc.example.com';
const none = { origin: undefined, site: undefined, host: 'svc.example.com' };

it('recognizes a form of the service by its origin or by its host', () => {
  assert.ok(isSameOrigin(none, PUBLIC));
  assert.ok(isSameOrigin({ ...none, origin: PUBLIC, host: 'inner:8080' }, PUBLIC));
  assert.ok(isSameOrigin({ origin: 'http://localhost:8080', site: 'same-origin', host: 'localhost:8080' }, PUBLIC));
  assert.ok(isSameOrigin({ ...none, site: 'none' }, PUBLIC));
  assert.ok(isSameOrigin({ ...none, origin: 'null', site: 'same-origin' }, PUBLIC), 'the browser hides the referrer');
});

it('refuses a form of another site', () => {
  for (const origin of [
    'https://evil.example',
    'null',
    'https://svc.example.com.evil.example',
    'http://svc.example.com:81',
  ]) {
    assert.ok(!isSameOrigin({ ...none, origin }, PUBLIC), origin);
  }
  for (const site of ['cross-site', 'same-site']) {
    for (const origin of [PUBLIC, 'null']) assert.ok(!isSameOrigin({ ...none, site, origin }, PUBLIC));
  }
});

it('never redirects to another origin after the log-in', () => {
  assert.equal(safeReturn('/device?user_code=BCDF-GHJK', '/docs'), '/device?user_code=BCDF-GHJK');
  const bad = [
    undefined,
    '',
    'device',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/a\r\nSet-Cookie: x',
    'javascript:alert(1)',
    '/.//evil.example',
    '/a/..//evil.example',
  ];
  for (const path of bad) assert.deepEqual([safeReturn(path, '/docs'), safeReturn(path)], ['/docs', '/'], path);
});
