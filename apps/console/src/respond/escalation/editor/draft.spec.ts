import assert from 'node:assert/strict';
import type { EscalationPolicy } from '../../../gen/api.js';
import { comparePolicies } from './compare-policies.js';
import { newDraft, newLevel, toDraft, type PolicyDraft } from './draft.js';
import { findFault, toRequest } from './to-request.js';

const POLICY: EscalationPolicy = {
  id: 'p1',
  project_id: 'p',
  name: 'Checkout',
  levels: [
    { level: 1, delay: '5m', schedules: ['s1'], users: [], channels: ['c1'] },
    { level: 2, delay: '1h30m', schedules: [], users: ['u1', 'u2'], channels: [] },
  ],
  max_escalations: 2,
  ack_timeout: '30m',
  version: 4,
  created_by: 'u1',
  warnings: [],
};

describe('The form of a policy', () => {
  it('sends the policy as it was read if nothing is changed', () => {
    const { name, levels, max_escalations, ack_timeout } = POLICY;
    assert.deepEqual(toRequest(toDraft(POLICY)), { name, levels, max_escalations, ack_timeout });
    assert.equal(findFault(toDraft(POLICY)), undefined);
  });

  it('numbers the levels by their order, and leaves out an acknowledgement that holds for good', () => {
    const draft = toDraft(POLICY);
    const body = toRequest({ ...draft, ackTimeout: ' ', levels: draft.levels.toReversed() });
    assert.deepEqual(
      body.levels.map(({ level, delay }) => [level, delay]),
      [
        [1, '1h30m'],
        [2, '5m'],
      ],
    );
    assert.equal('ack_timeout' in body, false);
  });

  it.each<[string, Partial<PolicyDraft>]>([
    ['Type a name.', { name: '' }],
    ['Add a level.', { levels: [] }],
    ['Level 1 pages nobody: choose a schedule, a member or a channel.', { levels: [newLevel()] }],
    ['Level 1 waits from 1m to 24h.', { levels: [{ ...newLevel(), users: ['u1'], delay: '30s' }] }],
    ['Level 1 waits from 1m to 24h.', { levels: [{ ...newLevel(), users: ['u1'], delay: '25h' }] }],
    ['It goes through all levels 1 to 20 times.', { passes: '21' }],
    ['It goes through all levels 1 to 20 times.', { passes: '1.5' }],
    ['An acknowledgement holds from 1m to 7d.', { ackTimeout: '8d' }],
  ])('says “%s”', (fault, fields) => {
    assert.equal(findFault({ ...toDraft(POLICY), ...fields }), fault);
    assert.equal(findFault({ ...newDraft(), name: 'A', levels: [{ ...newLevel(), users: ['u1'] }] }), undefined);
  });

  it('says which parts of two versions differ, with the names of receivers', () => {
    const names = { user: () => 'Ada', channel: () => 'Operations', schedule: () => 'Payments' };
    const [level] = POLICY.levels;
    assert.ok(level);
    const { ack_timeout: _, ...rest } = POLICY;
    const now: EscalationPolicy = { ...rest, version: 5, levels: [{ ...level, channels: [] }] };
    assert.deepEqual(comparePolicies(POLICY, now, names), [
      { name: 'Level 1', before: 'Payments, Operations, then 5m', now: 'Payments, then 5m' },
      { name: 'Acknowledgement holds', before: '30m', now: 'for good' },
      { name: 'Version', before: '4', now: '5' },
      { name: 'Level 2', before: 'Ada, Ada, then 1h30m', now: '–' },
    ]);
  });
});
