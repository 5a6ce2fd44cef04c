import assert from 'node:assert/strict';
import { hashPassword, verifyPassword } from './password.js';

const PASSWORD = 'correct horse battery staple';

it('a password is kept as salted argon2id and nothing else', async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(one, other);
  assert.ok(await verifyPassword(one, PASSWORD));
  assert.ok(!(await verifyPassword(one, `${PASSWORD} `)));
});

it('a password is the same however its characters were composed', async () => {
  assert.ok(await verifyPassword(await hashPassword('caf\u00e9 au lait noir'), 'cafe\u0301 au lait noir'));
});

it('where no password is stored none is right', async () => {
  for (const stored of [null, undefined]) assert.ok(!(await verifyPassword(stored, PASSWORD)));
});
