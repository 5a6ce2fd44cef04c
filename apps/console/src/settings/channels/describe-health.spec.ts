import assert from 'node:assert/strict';
import { describeHealth, describeUnproved } from './describe-health.js';

describe('the health of a channel', () => {
  const at = '2026-11-30T00:00:00Z';

  it('shows no health of a channel before its first delivery', () => {
    assert.equal(describeHealth({ consecutive_failures: 0 }), 'Nothing was sent to it yet.');
    assert.match(describeHealth({ consecutive_failures: 0, last_success_at: at }), /accepted/);
    assert.doesNotMatch(describeHealth({ consecutive_failures: 0, last_failure_at: at }), /accepted|yet/);
    assert.equal(describeHealth({ consecutive_failures: 1, last_failure_at: at }), 'The last delivery has failed.');
    assert.match(describeHealth({ consecutive_failures: 3, last_success_at: at }), /last 3 deliveries/);
  });

  it('names the addresses that are not proved', () => {
    assert.equal(describeUnproved([]), undefined);
    assert.match(describeUnproved(['a@example.com', 'b@example.com']) ?? '', /a@example\.com, b@example\.com/);
  });
});
