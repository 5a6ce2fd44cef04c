import assert from 'node:assert/strict';
import type { JsonObject } from '../../../runtime/values/json.js';
import { timelineSentence } from './timeline-sentence.js';

const names = new Map([
  ['u-1', 'Ada'],
  ['k-1', 'deploy bot'],
]);
const system = { type: 'system', id: 'escalation' };

function say(kind: string, data: JsonObject, actor: JsonObject = system): string {
  return timelineSentence({ kind, data, actor }, names);
}

describe('timelineSentence', () => {
  it('names users and keys, and shows the ID of one without a known name', () => {
    assert.equal(say('acknowledged', {}, { type: 'user', id: 'u-1' }), 'Ada acknowledged the incident');
    assert.equal(say('resolved', {}, { type: 'api_key', id: 'k-1' }), 'deploy bot resolved the incident');
    assert.equal(say('resolved', {}, { type: 'api_key', id: 'k-2' }), 'API key k-2 resolved the incident');
    assert.equal(say('comment', { text: 'rolled\nback' }, { type: 'user', id: 'u-1' }), 'Ada: rolled back');
  });

  it('says what happened to alerts and links without their raw data', () => {
    const alert = {
      alert_id: 'e321',
      title: 'Shop errors',
      severity: 1,
      summary: 'count is 9.',
      reason: 'same service',
    };
    assert.equal(say('alert_attached', alert), 'Alert Shop errors was attached: count is 9; same service');
    assert.equal(
      say('investigation_attached', { investigation_id: 'i-2', level: 'likely' }),
      'The investigation i-2 was completed: likely',
    );
    assert.equal(say('alert_fired', { alert_id: 'e321', title: 'Shop errors' }), 'Alert Shop errors fired');
    assert.equal(
      say('alert_resolved', { title: 'Shop errors', all_resolved: true }),
      'Alert Shop errors was resolved; no alert of the incident is left',
    );
    assert.equal(
      say('link_added', { type: 'error_group', ref: 'i-1' }, { type: 'user', id: 'u-1' }),
      'Ada linked the issue i-1',
    );
  });

  it('says whom a level of the escalation reached and whom it missed', () => {
    const missed = [{ type: 'schedule', id: 's', reason: 'no_one_on_call' }];
    const level = { pass: 2, level: 1, reason: 'delay', users: ['u-1', 'u-9'], channels: ['c'], missed };
    assert.equal(
      say('escalation_level_notified', level),
      'Level 1 was paged again (pass 2): Ada, user u-9, 1 channel; not reached: a schedule (no one on call)',
    );
    assert.equal(say('escalation_started', { policy_id: 'p', run: 2 }), 'The escalation started for the 2nd time');
    assert.equal(
      say('escalation_exhausted', { passes: 1 }),
      'The escalation ended after 1 pass without an acknowledgement',
    );
  });

  it('shows the data of a kind that it does not know', () => {
    assert.equal(
      say('ticket_linked', { ticket_id: 't-1' }, { type: 'integration', id: 'jira' }),
      'Ticket linked: ticket id t-1, by jira',
    );
  });
});
