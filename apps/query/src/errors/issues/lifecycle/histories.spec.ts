import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Lifecycle, Trigger } from './lifecycle.js';
import { startLifecycle, transition } from './transition.js';

const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-02-01T00:00:00Z');

/** An independent model of the documented lifecycle of issues: state, flags and the time at which something is due. */
class Oracle {
  state = 'new';
  isRegression = false;
  isEscalating = false;
  assignee: string | null = null;
  version = 1;
  #calmAt = START_MS + 7 * 24 * HOUR_MS;
  #until: number | undefined;

  /** Returns 200, 409 or, for an automatic change, nothing. */
  take(trigger: Trigger, now: number): number {
    const before = JSON.stringify([this.state, this.isRegression, this.isEscalating, this.assignee, this.#calmAt]);
    const status = this.#take(trigger, now);
    const after = JSON.stringify([this.state, this.isRegression, this.isEscalating, this.assignee, this.#calmAt]);
    if (before !== after) this.version++;
    return status;
  }

  #take(trigger: Trigger, now: number): number {
    switch (trigger.kind) {
      case 'resolve':
        if (this.state === 'resolved') return 200;
        [this.isRegression, this.isEscalating] = [false, false];
        return this.#to('resolved');
      case 'ignore':
        if (this.state === 'ignored') return 200;
        if (this.state === 'resolved' || this.state === 'snoozed') return 409;
        this.isEscalating = false;
        return this.#to('ignored');
      case 'snooze':
        if (this.state === 'snoozed') return 200;
        if (this.state === 'resolved') return 409;
        this.isEscalating = false;
        this.#to('snoozed');
        this.#until = 'until' in trigger.condition ? Date.parse(trigger.condition.until) : undefined;
        return 200;
      case 'reopen':
        if (this.state === 'ongoing') return 200;
        if (this.state === 'new') return 409;
        this.isEscalating = false;
        return this.#to('ongoing');
      case 'assign':
        if (trigger.userId !== this.assignee && trigger.userId !== null && this.state === 'new') this.#leaveNew();
        this.assignee = trigger.userId;
        return 200;
      case 'comment':
      case 'link_ticket':
        if (this.state === 'new') this.#leaveNew();
        return 200;
      case 'age':
        if (this.state === 'snoozed' && this.#until !== undefined && now >= this.#until) this.#to('ongoing');
        else if ((this.state === 'new' || this.isEscalating) && now >= this.#calmAt) {
          this.isEscalating = false;
          this.#to('ongoing');
        }
        return 200;
      case 'wake':
        if (this.state !== 'snoozed') return 200;
        this.#to('ongoing');
        if (trigger.by === 'escalated') this.#escalate(now + 7 * 24 * HOUR_MS);
        return 200;
      case 'regress':
        if (this.state !== 'resolved') return 200;
        this.isRegression = true;
        return this.#to('ongoing');
      case 'escalate':
        if ((this.state === 'new' || this.state === 'ongoing') && !this.isEscalating)
          this.#escalate(this.state === 'new' ? this.#calmAt : now + 7 * 24 * HOUR_MS);
        return 200;
      case 'absorb':
        return this.state === 'resolved' ? this.#to('ongoing') : 200;
    }
  }

  #to(state: string): number {
    this.state = state;
    if (!this.isEscalating) this.#calmAt = Infinity;
    this.#until = undefined;
    return 200;
  }

  #leaveNew(): void {
    this.#to('ongoing');
  }

  #escalate(calmAt: number): void {
    this.isEscalating = true;
    this.#calmAt = calmAt;
  }
}

const condition = fc.oneof(
  fc.constant({ forever: true } as const),
  fc.constant({ escalating: true } as const),
  fc.record({ occurrences: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ users: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    until: fc.integer({ min: 0, max: 400 }).map((hours) => new Date(START_MS + hours * HOUR_MS).toISOString()),
  }),
);
const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  fc.constant({ kind: 'resolve', by: 'k', in: 'now' } as const),
  fc.constant({ kind: 'resolve', by: 'k', in: 'next_release', release: '1.0' } as const),
  fc.record({ kind: fc.constantFrom('ignore', 'reopen', 'comment', 'link_ticket', 'age', 'escalate', 'absorb') }),
  fc.record({ kind: fc.constant('snooze' as const), by: fc.constant('k'), condition }),
  fc.record({ kind: fc.constant('assign' as const), userId: fc.constantFrom('ann', 'bob', null) }),
  fc.record({
    kind: fc.constant('wake' as const),
    by: fc.constantFrom('expired', 'occurrences', 'users', 'escalated'),
  }),
  fc.record({ kind: fc.constant('regress' as const), release: fc.constantFrom('', '2.0') }),
);
const history = fc.array(fc.tuple(trigger, fc.integer({ min: 0, max: 60 })), { maxLength: 40 });

describe('random histories of issues', () => {
  it('follows the documented lifecycle in state, flags, refusals and versions', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const oracle = new Oracle();
        let issue = startLifecycle(new Date(START_MS));
        let [version, now] = [1, START_MS];
        for (const [step, hours] of steps) {
          now += hours * HOUR_MS;
          const expected = oracle.take(step, now);
          const outcome = transition(issue, step, new Date(now));
          assert.equal(outcome.kind === 'refused', expected === 409, JSON.stringify(step));
          if (outcome.kind !== 'changed') continue;
          issue = outcome.next;
          version++;
        }
        const { state, isRegression, isEscalating, assigneeId } = issue;
        assert.deepEqual(
          [state, isRegression, isEscalating, assigneeId, version],
          [oracle.state, oracle.isRegression, oracle.isEscalating, oracle.assignee, oracle.version],
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps a resolution exactly while resolved, and a snooze exactly while snoozed', () => {
    fc.assert(
      fc.property(history, (steps) => {
        let issue: Lifecycle = startLifecycle(new Date(START_MS));
        let now = START_MS;
        for (const [step, hours] of steps) {
          now += hours * HOUR_MS;
          const outcome = transition(issue, step, new Date(now));
          if (outcome.kind === 'changed') issue = outcome.next;
          assert.equal(issue.resolution !== null, issue.state === 'resolved');
          assert.equal(issue.snooze !== null, issue.state === 'snoozed');
        }
      }),
    );
  });
});
