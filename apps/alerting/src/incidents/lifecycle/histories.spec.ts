import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Action } from './lifecycle.js';
import { startLifecycle, transition } from './transition.js';

const START_MS = Date.parse('2026-02-01T00:00:00Z');

/** The lifecycle of incidents as documentation describes it, written down a second time over the list of what succeeded. */
class Oracle {
  readonly #done: { action: Action; by: string; at: number }[] = [];

  take(action: Action, by: string, at: number): boolean {
    const isAllowed = this.#allowed().includes(action);
    if (isAllowed) this.#done.push({ action, by, at });
    return isAllowed;
  }

  expected() {
    const cycle = this.#done.slice(this.#done.findLastIndex(({ action }) => action === 'reopen') + 1);
    const acknowledged = cycle.find(({ action }) => action === 'acknowledge');
    const resolved = cycle.find(({ action }) => action === 'resolve');
    const first = this.#done.find(({ action }) => action === 'acknowledge');
    const elapsed = (step: { at: number } | undefined) => (step ? BigInt(step.at - START_MS) : null);
    return {
      state: resolved ? 'resolved' : acknowledged ? 'acknowledged' : 'open',
      createdAt: new Date(START_MS),
      acknowledgedAt: acknowledged ? new Date(acknowledged.at) : null,
      acknowledgedBy: acknowledged?.by ?? null,
      resolvedAt: resolved ? new Date(resolved.at) : null,
      resolvedBy: resolved?.by ?? null,
      timeToAcknowledgeMs: elapsed(first),
      timeToResolveMs: elapsed(resolved),
      reopenCount: this.#done.filter(({ action }) => action === 'reopen').length,
    };
  }

  #allowed(): readonly Action[] {
    const last = this.#done.at(-1)?.action ?? 'reopen';
    if (last === 'reopen') return ['acknowledge', 'resolve'];
    return last === 'acknowledge' ? ['resolve', 'reopen'] : ['reopen'];
  }
}

const step = fc.tuple(
  fc.constantFrom<Action>('acknowledge', 'resolve', 'reopen'),
  fc.constantFrom('ann', 'bob'),
  fc.integer({ min: 0, max: 3_600_000 }),
);

describe('random histories of incidents', () => {
  it('follows the documented lifecycle in random histories', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const oracle = new Oracle();
        let incident = startLifecycle(new Date(START_MS));
        let now = START_MS;
        for (const [action, by, passed] of steps) {
          now += passed;
          const outcome = transition(incident, action, by, new Date(now));
          assert.equal(outcome.kind === 'changed', oracle.take(action, by, now));
          if (outcome.kind === 'changed') incident = outcome.next;
          assert.deepEqual(incident, oracle.expected());
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
