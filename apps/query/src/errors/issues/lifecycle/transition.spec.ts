import assert from 'node:assert/strict';
import { ISSUE_STATES, AGEING_MS, type IssueState, type Lifecycle, type Outcome, type Trigger } from './lifecycle.js';
import { startLifecycle, transition } from './transition.js';

const START = new Date('2026-02-01T00:00:00Z');
const LATER = new Date('2026-02-02T00:00:00Z');
const MUCH_LATER = new Date(START.getTime() + AGEING_MS);
const BY = 'key-1';

const RESOLVE: Trigger = { kind: 'resolve', by: BY, in: 'now' };
const SNOOZE: Trigger = { kind: 'snooze', by: BY, condition: { forever: true } };

/** An issue that reached the state as an issue does. */
function issueIn(state: IssueState): Lifecycle {
  const fresh = startLifecycle(START);
  const steps: Readonly<Record<IssueState, Trigger | undefined>> = {
    new: undefined,
    ongoing: { kind: 'comment' },
    resolved: RESOLVE,
    ignored: { kind: 'ignore' },
    snoozed: SNOOZE,
  };
  const step = steps[state];
  return step ? next(transition(fresh, step, START)) : fresh;
}

function next(outcome: Outcome): Lifecycle {
  assert.equal(outcome.kind, 'changed');
  return outcome.kind === 'changed' ? outcome.next : assert.fail();
}

/** The state afterwards; `same` without a change, `409` if it is refused. */
function result(outcome: Outcome): string {
  if (outcome.kind === 'refused') return '409';
  return outcome.kind === 'unchanged' ? 'same' : outcome.next.state;
}

describe('the state table of issues', () => {
  // Columns: new, ongoing, resolved, ignored, snoozed.
  const table: readonly (readonly [Trigger, readonly string[]])[] = [
    [RESOLVE, ['resolved', 'resolved', 'same', 'resolved', 'resolved']],
    [{ kind: 'ignore' }, ['ignored', 'ignored', '409', 'same', '409']],
    [SNOOZE, ['snoozed', 'snoozed', '409', 'snoozed', 'same']],
    [{ kind: 'reopen' }, ['409', 'same', 'ongoing', 'ongoing', 'ongoing']],
    [{ kind: 'assign', userId: 'ann' }, ['ongoing', 'ongoing', 'resolved', 'ignored', 'snoozed']],
    [{ kind: 'assign', userId: null }, ['same', 'same', 'same', 'same', 'same']],
    [{ kind: 'comment' }, ['ongoing', 'same', 'same', 'same', 'same']],
    [{ kind: 'link_ticket' }, ['ongoing', 'same', 'same', 'same', 'same']],
    [{ kind: 'age' }, ['ongoing', 'same', 'same', 'same', 'same']],
    [{ kind: 'wake', by: 'occurrences' }, ['same', 'same', 'same', 'same', 'ongoing']],
    [{ kind: 'wake', by: 'users' }, ['same', 'same', 'same', 'same', 'ongoing']],
    [{ kind: 'wake', by: 'escalated' }, ['same', 'same', 'same', 'same', 'ongoing']],
    [{ kind: 'regress', release: '2.0' }, ['same', 'same', 'ongoing', 'same', 'same']],
    [{ kind: 'escalate' }, ['new', 'ongoing', 'same', 'same', 'same']],
    [{ kind: 'absorb' }, ['same', 'same', 'ongoing', 'same', 'same']],
  ];
  for (const [trigger, expected] of table) {
    it(`applies ${JSON.stringify(trigger)}`, () => {
      const found = ISSUE_STATES.map((state) => result(transition(issueIn(state), trigger, MUCH_LATER)));
      assert.deepEqual(found, expected);
    });
  }

  it('starts with the state new, which ages after seven days and not before', () => {
    const issue = startLifecycle(START);
    assert.deepEqual([issue.state, issue.reason, issue.dueAt], ['new', 'first_event', MUCH_LATER]);
    const early = new Date(MUCH_LATER.getTime() - 1);
    assert.equal(transition(issue, { kind: 'age' }, early).kind, 'unchanged');
    const aged = next(transition(issue, { kind: 'age' }, MUCH_LATER));
    assert.deepEqual([aged.reason, aged.changedAt, aged.dueAt], ['aged', MUCH_LATER, null]);
  });

  it('records how an issue was resolved, and clears its snooze and its flags', () => {
    const regressed = next(transition(issueIn('resolved'), { kind: 'regress', release: '2.0' }, LATER));
    const resolve: Trigger = { kind: 'resolve', by: BY, in: 'next_release', release: '2.1' };
    const resolved = next(transition(next(transition(regressed, SNOOZE, LATER)), resolve, LATER));
    assert.deepEqual(resolved.resolution, {
      kind: 'next_release',
      release: '2.1',
      by: BY,
      at: LATER.toISOString(),
    });
    const { snooze, isRegression, regressedRelease } = resolved;
    assert.deepEqual([snooze, isRegression, regressedRelease], [null, false, null]);
  });

  it('marks a regression with its release, and announces it', () => {
    const outcome = transition(issueIn('resolved'), { kind: 'regress', release: '2.0' }, LATER);
    const { isRegression, regressedRelease, resolution, reason } = next(outcome);
    assert.deepEqual([isRegression, regressedRelease, resolution, reason], [true, '2.0', null, 'regressed']);
    assert.equal(outcome.kind === 'changed' && outcome.event, 'issue.regressed');
  });

  it('ends a snooze at its time', () => {
    const until = LATER.toISOString();
    const snoozed = next(transition(issueIn('new'), { kind: 'snooze', by: BY, condition: { until } }, START));
    assert.deepEqual(snoozed.snooze, { condition: { until }, since: START.toISOString(), by: BY });
    assert.equal(transition(snoozed, { kind: 'age' }, new Date(LATER.getTime() - 1)).kind, 'unchanged');
    const awake = next(transition(snoozed, { kind: 'age' }, LATER));
    assert.deepEqual([awake.state, awake.reason, awake.snooze], ['ongoing', 'snooze_expired', null]);
  });

  it('announces an escalation once, and forgets it after seven days', () => {
    const outcome = transition(issueIn('snoozed'), { kind: 'wake', by: 'escalated' }, LATER);
    assert.equal(outcome.kind === 'changed' && outcome.event, 'issue.escalating');
    const escalating = next(outcome);
    assert.equal(escalating.isEscalating, true);
    assert.equal(transition(escalating, { kind: 'escalate' }, LATER).kind, 'unchanged');
    const week = new Date(LATER.getTime() + AGEING_MS);
    const calm = next(transition(escalating, { kind: 'age' }, week));
    assert.deepEqual([calm.state, calm.isEscalating, calm.dueAt, calm.changedAt], ['ongoing', false, null, LATER]);
  });

  it('changes the assignee without a reason of its own in every state but new', () => {
    for (const state of ISSUE_STATES.filter((one) => one !== 'new')) {
      const issue = issueIn(state);
      const assigned = next(transition(issue, { kind: 'assign', userId: 'ann' }, LATER));
      assert.deepEqual(assigned, { ...issue, assigneeId: 'ann' });
      assert.equal(transition(assigned, { kind: 'assign', userId: 'ann' }, LATER).kind, 'unchanged');
    }
  });
});
