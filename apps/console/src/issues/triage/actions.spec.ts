import assert from 'node:assert/strict';
import type { Issue } from '../../gen/api.js';
import { STATUSES } from '../fields.js';
import { compareIssues, describeDone, refuse, toUndo, type TriageAction } from './actions.js';

const ISSUE: Issue = {
  id: 'i1',
  project_id: 'p1',
  status: 'new',
  version: 1,
  title: 'TypeError: x',
  type: 'TypeError',
  culprit: '',
  platform: 'node',
  level: 'error',
  first_release: '',
  last_release: '',
  is_regression: false,
  is_escalating: false,
};
const nameOf = (id: string | undefined): string => (id === undefined ? 'nobody' : `name of ${id}`);

describe('Triage of an issue', () => {
  it.each([
    ['resolve', 'new ongoing snoozed ignored'],
    ['ignore', 'new ongoing'],
    ['snooze', 'new ongoing ignored'],
    ['reopen', 'resolved ignored snoozed'],
    ['assign', 'new ongoing resolved ignored snoozed'],
  ] as const)('can %s issues that are %s, as the table of statuses says', (kind, expected) => {
    const possible = STATUSES.filter((status) => refuse(kind, status) === undefined);
    assert.deepEqual([...possible].sort(), expected.split(' ').sort());
  });

  it.each([
    [{ kind: 'resolve' }, 'ongoing', { kind: 'reopen' }],
    [{ kind: 'snooze', until: { forever: true } }, 'new', { kind: 'reopen' }],
    [{ kind: 'resolve' }, 'snoozed', undefined],
    [{ kind: 'reopen' }, 'ignored', { kind: 'ignore' }],
    [{ kind: 'reopen' }, 'resolved', undefined],
    [{ kind: 'assign', userId: 'u2' }, 'new', { kind: 'assign', userId: 'u1' }],
  ] as readonly [TriageAction, string, TriageAction | undefined][])(
    'is undone: %j of an issue that was %s',
    (action, status, expected) => {
      assert.deepEqual(toUndo(action, { status, assignee_id: 'u1' }), expected);
    },
  );

  it.each([
    [{ kind: 'resolve', inNextRelease: true }, 'Resolved in the next release.'],
    [{ kind: 'snooze', until: { for: '7d' } }, 'Snoozed for 7d.'],
    [{ kind: 'snooze', until: { occurrences: 100 } }, 'Snoozed until 100 more events.'],
    [{ kind: 'assign', userId: 'u1' }, 'Assigned to name of u1.'],
    [{ kind: 'assign', userId: undefined }, 'Nobody is assigned now.'],
  ] as readonly [TriageAction, string][])('is said: %j', (action, expected) => {
    assert.equal(describeDone(action, nameOf), expected);
  });

  it('shows what has changed since an issue was read, and nothing else', () => {
    const now = { ...ISSUE, version: 3, status: 'resolved', assignee_id: 'u1' };
    assert.deepEqual(compareIssues(ISSUE, now, nameOf), [
      { name: 'Status', before: 'new', now: 'resolved' },
      { name: 'Assignee', before: 'nobody', now: 'name of u1' },
      { name: 'Version', before: '1', now: '3' },
    ]);
    assert.deepEqual(compareIssues(ISSUE, { ...ISSUE, title: 'other' }, nameOf), []);
  });
});
