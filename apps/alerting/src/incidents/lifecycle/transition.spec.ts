import assert from 'node:assert/strict';
import type { Action, IncidentState, Lifecycle } from './lifecycle.js';
import { startLifecycle, transition } from './transition.js';

const START = new Date('2026-02-01T00:00:00Z');
const at = (minutes: number): Date => new Date(START.getTime() + minutes * 60_000);

/** An incident after actions, one a minute. */
function incidentAfter(...actions: readonly Action[]): Lifecycle {
  let incident = startLifecycle(START);
  for (const [index, action] of actions.entries()) {
    const outcome = transition(incident, action, 'ann', at(index + 1));
    assert.ok(outcome.kind === 'changed');
    incident = outcome.next;
  }
  return incident;
}

const WAYS: Readonly<Record<IncidentState, readonly Action[]>> = {
  open: [],
  acknowledged: ['acknowledge'],
  resolved: ['resolve'],
};

/** The states of an incident: which action leads where, and which is refused. */
const TABLE: readonly (readonly [IncidentState, Action, IncidentState | 'refused'])[] = [
  ['open', 'acknowledge', 'acknowledged'],
  ['open', 'resolve', 'resolved'],
  ['open', 'reopen', 'refused'],
  ['acknowledged', 'acknowledge', 'refused'],
  ['acknowledged', 'resolve', 'resolved'],
  ['acknowledged', 'reopen', 'open'],
  ['resolved', 'acknowledge', 'refused'],
  ['resolved', 'resolve', 'refused'],
  ['resolved', 'reopen', 'open'],
];

describe('transition', () => {
  for (const [from, action, expected] of TABLE)
    it(`${action} of an incident that is ${from}: ${expected}`, () => {
      const outcome = transition(incidentAfter(...WAYS[from]), action, 'bob', at(9));
      assert.equal(outcome.kind === 'refused' ? 'refused' : outcome.next.state, expected);
      if (outcome.kind === 'refused') assert.equal(outcome.from, from);
    });

  it('names the state that an action would have led to when it refuses it', () => {
    const outcome = transition(incidentAfter('resolve'), 'acknowledge', 'bob', at(9));
    assert.deepEqual(outcome, { kind: 'refused', from: 'resolved', to: 'acknowledged' });
  });

  it('records who acknowledged and resolved an incident, and how long that took', () => {
    const { acknowledgedAt, acknowledgedBy, resolvedAt, resolvedBy, timeToAcknowledgeMs, timeToResolveMs } =
      incidentAfter('acknowledge', 'resolve');
    assert.deepEqual([acknowledgedAt, acknowledgedBy, timeToAcknowledgeMs], [at(1), 'ann', 60_000n]);
    assert.deepEqual([resolvedAt, resolvedBy, timeToResolveMs], [at(2), 'ann', 120_000n]);
  });

  it('keeps the time to the first acknowledgement, and measures the resolution from the creation', () => {
    const reopened = incidentAfter('acknowledge', 'resolve', 'reopen');
    assert.deepEqual(
      [reopened.acknowledgedAt, reopened.resolvedAt, reopened.timeToResolveMs, reopened.reopenCount],
      [null, null, null, 1],
    );
    const again = incidentAfter('acknowledge', 'resolve', 'reopen', 'acknowledge', 'resolve');
    assert.deepEqual([again.timeToAcknowledgeMs, again.timeToResolveMs], [60_000n, 300_000n]);
  });

  it('never measures a negative time', () => {
    const outcome = transition(startLifecycle(START), 'resolve', 'ann', at(-5));
    assert.equal(outcome.kind === 'changed' && outcome.next.timeToResolveMs, 0n);
  });
});
