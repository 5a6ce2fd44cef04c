import assert from 'node:assert/strict';
import { hashPassword, verifyPassword } from './password.js';

const PASSWORD = 'correct horse battery staple';

it('stores a password as salted argon2id and nothing else', async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(one, other);
  assert.ok(await verifyPassword(one, PASSWORD));
  assert.ok(!(await verifyPassword(one, `${PASSWORD} `)));
});

it('accepts a password however its characters were composed', async () => {
  assert.ok(await verifyPassword(await hashPassword('caf\u00e9 au lait noir'), 'cafe\u0301 au lait noir'));
});

it('accepts no password where none is stored', async () => {
  for (const stored of [null, undefined]) assert.ok(!(await verifyPassword(stored, PASSWORD)));
});
