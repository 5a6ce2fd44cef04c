import assert from 'node:assert/strict';
import { CONTACT_TYPES, nameContact, refuseContact } from './contact-types.js';

describe('contact methods', () => {
  it.each(CONTACT_TYPES)('accepts the example of $value, and nothing that is empty', ({ value, example }) => {
    assert.equal(refuseContact(value, ` ${example} `), undefined);
    assert.notEqual(refuseContact(value, ' '), undefined);
  });

  it.each([
    ['email', 'ada'],
    ['sms', '0170 1234567'],
    ['phone', '+49'],
  ] as const)('refuses as %s: %s', (type, value) => assert.notEqual(refuseContact(type, value), undefined));

  it('names a type that is not known by its word', () => {
    assert.equal(nameContact('chat_dm'), 'Direct message in a chat');
    assert.equal(nameContact('pigeon'), 'pigeon');
  });
});
