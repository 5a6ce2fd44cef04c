import assert from 'node:assert/strict';
import { createColors } from '../../layout/colors.js';
import { policyRows, scheduleRows } from './lists.js';
import { printOnDuty } from './on-duty.js';

const page = { width: undefined, colors: createColors(false) };
const at = '2026-05-06T12:00:00Z';
const ada = {
  user_id: 'u1',
  name: 'Ada\u001b[31m',
  layer: 'week',
  source: 'layer',
  start: at,
  until: '2026-05-11T08:00:00Z',
};
const grace = { user_id: 'u2', name: 'Grace', layer: '', source: 'override', start: '2026-05-11T08:00:00Z' };

describe('printOnDuty', () => {
  it('shows who is on call, until when and why, and who follows', () => {
    assert.equal(
      printOnDuty({ at, users: [ada], next: [grace], gap: false, warnings: [] }, page),
      `On call at ${at}\n` +
        '      NAME   FROM                  UNTIL                 BY        USER ID\n' +
        'now   Ada                          2026-05-11T08:00:00Z  week      u1\n' +
        'next  Grace  2026-05-11T08:00:00Z                        override  u2\n',
    );
  });

  it('reports when no user is on call', () => {
    assert.equal(printOnDuty({ at, users: [], next: [], gap: true }, page), `Nobody is on call at ${at}\n`);
  });
});

describe('the lists of schedules and policies', () => {
  it('counts layers and different users', () => {
    const layers = [{ users: ['a', 'b'] }, { users: ['a'] }];
    const [row] = scheduleRows({ schedules: [{ id: 's', layers }] });
    assert.deepEqual([row?.['layers'], row?.['users']], [2, 2]);
  });

  it('shows the delays of levels', () => {
    const [row] = policyRows({ escalation_policies: [{ id: 'p', levels: [{ delay: '5m' }, { delay: '1h' }] }] });
    assert.equal(row?.['levels'], '5m → 1h');
  });
});
