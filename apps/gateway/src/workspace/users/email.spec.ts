import assert from 'node:assert/strict';
import { normalizeEmail } from './email.js';

it('compares addresses without their case', () => {
  assert.equal(normalizeEmail(' Ada@Example.COM '), 'ada@example.com');
  for (const good of ['a@b', 'a.b+c@d.example', "o'hara@example.com", 'ünal@exämple.de', 'root@localhost']) {
    assert.equal(normalizeEmail(good), good);
  }
});

it('rejects texts that are not an address, in particular one that hides a second', () => {
  const bad = [
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@@example.com',
    'ada@example..com',
    'a da@example.com',
    'ada@example.com,eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'Ada <ada@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(260)}`,
  ];
  for (const text of bad) assert.equal(normalizeEmail(text), undefined, text);
});
