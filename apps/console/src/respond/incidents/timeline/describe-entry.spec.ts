import assert from 'node:assert/strict';
import { describeEntry } from './describe-entry.js';

const nameOf = (id: string | undefined): string => `name of ${id ?? 'nobody'}`;
const MISSED = [{ type: 'schedule', id: 's1', summary: 'Nobody is on duty in the schedule Payments.' }];

describe('An entry of a timeline', () => {
  it.each([
    ['comment', { text: 'Rolling back.' }, 'commented', 'Rolling back.'],
    ['severity_changed', { from: 3, to: 1 }, 'changed the severity from 3 to 1', ''],
    ['link_added', { type: 'error_group', ref: 'i1' }, 'linked the issue i1', ''],
    [
      'alert_attached',
      { title: 'Slow', summary: 'It is slow.', reason: 'the same service' },
      'Alert attached: Slow',
      'It is slow. Why here: the same service',
    ],
    [
      'escalation_level_notified',
      { level: 2, users: ['u1'], channels: ['c1', 'c2'], reason: 'delay' },
      'Level 2 was paged: name of u1, 2 channels',
      '',
    ],
    ['escalation_level_notified', { level: 1, users: [], channels: [] }, 'Level 1 was paged: nobody', ''],
    ['reopened', { reason: 'ack_timeout' }, 'opened it again', 'ack timeout'],
    ['deploy_detected', {}, 'deploy detected', ''],
  ] as const)('of the kind %s is described: %#', (kind, data, title, text) => {
    assert.deepEqual(describeEntry({ kind, data }, nameOf), { title, text, missed: [] });
  });

  it('says who was not reached, and why, once', () => {
    const data = { level: 1, summary: 'Level 1: Nobody is on duty in the schedule Payments.', missed: MISSED };
    const described = describeEntry({ kind: 'notification_failed', data }, nameOf);
    assert.equal(described.title, 'Level 1 did not reach all of its receivers');
    assert.equal(described.text, '');
    assert.deepEqual(described.missed, ['Nobody is on duty in the schedule Payments.']);
  });
});
