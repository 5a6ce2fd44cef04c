import assert from 'node:assert/strict';
import { normalizeContact } from './contact-value.js';

it('stores a contact in one spelling', () => {
  assert.equal(normalizeContact('email', 'Ada@Example.com'), 'ada@example.com');
  assert.equal(normalizeContact('sms', '+49 (170) 123-4567'), '+491701234567');
  assert.equal(normalizeContact('phone', '+1.202.555.0100'), '+12025550100');
  assert.equal(normalizeContact('chat_dm', ' @ada lovelace '), '@ada lovelace');
});

it('refuses a value that nothing can be delivered to', () => {
  const bad: [string, string][] = [
    ['email', 'ada'],
    ['sms', '0170 1234567'],
    ['sms', '+0170123456'],
    ['phone', '+49'],
    ['phone', '+4917012345678901'],
    ['phone', '+49 170 x'],
    ['chat_dm', '  '],
    ['chat_dm', 'a\u0000b'],
  ];
  for (const [type, value] of bad) assert.throws(() => normalizeContact(type, value), /value: must be/);
});
