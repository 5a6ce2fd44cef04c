import assert from 'node:assert/strict';
import { FINDING_STATES, transition, type FindingAction, type FindingState } from './lifecycle.js';

/** State after each action in each state; undefined if the action is refused. */
const TABLE: Readonly<Record<FindingState, Readonly<Record<FindingAction, FindingState | undefined>>>> = {
  open: { acknowledge: 'acknowledged', resolve: 'resolved' },
  acknowledged: { acknowledge: undefined, resolve: 'resolved' },
  resolved: { acknowledge: undefined, resolve: undefined },
};

describe('the lifecycle of a finding', () => {
  for (const state of FINDING_STATES)
    for (const action of ['acknowledge', 'resolve'] as const)
      it(`${TABLE[state][action] ? 'allows' : 'refuses'} to ${action} one that is ${state}`, () => {
        const { kind, to } = transition(state, action);
        assert.equal(kind === 'changed' ? to : undefined, TABLE[state][action]);
      });
});
