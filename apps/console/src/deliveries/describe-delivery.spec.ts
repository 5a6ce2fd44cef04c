import assert from 'node:assert/strict';
import { canRedrive, describeReason, nameReceiver, toReach } from './describe-delivery.js';

describe('A delivery in words', () => {
  it.each([
    ['sent', '', '', 'yes', false],
    ['suppressed', 'silenced', 'A silence matches the alert.', 'no', false],
    ['retrying', 'http_503', 'The last attempt failed: http 503.', 'not yet', false],
    ['failed', 'no_contact_method', 'The member has no contact method.', 'no', true],
    ['dlq', 'expired', 'It waited for a day without an attempt, because its channel failed.', 'no', true],
  ])('that is %s because of “%s” says: %s', (status, reason, text, reach, redrive) => {
    assert.equal(describeReason({ status, reason }), text);
    assert.equal(toReach({ status }), reach);
    assert.equal(canRedrive({ status }), redrive);
  });

  it('names its receiver: the member, the address and the channel that it has', () => {
    const nameOf = () => 'Ada';
    assert.equal(nameReceiver({ channel_name: 'Operations' }, nameOf), 'Operations');
    assert.equal(nameReceiver({ channel_name: '', user_id: 'u1' }, nameOf), 'Ada');
    assert.equal(nameReceiver({ channel_name: 'Mail', recipient: 'a@example.com' }, nameOf), 'a@example.com, Mail');
    assert.equal(nameReceiver({ channel_name: '' }, nameOf), 'unknown');
  });
});
