import assert from 'node:assert/strict';
import { explainSync, needsConnection } from './describe-ticket.js';

describe('The synchronization of a ticket', () => {
  it.each([
    [{ sync_state: 'synced' }, 'It has the state of the ticket at the provider.'],
    [
      { sync_state: 'retrying', error: { code: 'provider_unavailable', retryable: true } },
      'The provider did not answer. It is retried automatically.',
    ],
    [
      { sync_state: 'failed', error: { code: 'too_long', retryable: false } },
      'The last attempt ended with too long. It is not retried automatically.',
    ],
    [{ sync_state: 'later' }, ''],
  ])('%j is explained in words', (ticket, text) => {
    assert.equal(explainSync(ticket), text);
  });

  it('leads to the connections where one of them is the reason', () => {
    assert.equal(needsConnection({ error: { code: 'provider_unauthorized', retryable: false } }), true);
    assert.equal(needsConnection({ error: { code: 'provider_unavailable', retryable: true } }), false);
    assert.equal(needsConnection({}), false);
  });
});
