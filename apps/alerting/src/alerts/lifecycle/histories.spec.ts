import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AlertSeverity } from './alert-change.js';
import type { AlertState, Lifecycle, Trigger } from './lifecycle.js';
import { begin, transition } from './transition.js';

const START_MS = Date.UTC(2026, 1, 1);
const severity = fc.constantFrom<AlertSeverity>('info', 'warning', 'critical');
const silenceId = fc.constantFrom<string | null>(null, 's');

/** An event in one minute of the history. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('firing' as const), severity, silenceId, reason: fc.constant('breached' as const) }),
  fc.record({ kind: fc.constant('pending' as const), severity, reason: fc.constant('breached' as const) }),
  fc.record({ kind: fc.constant('ended' as const), reason: fc.constant('recovered' as const) }),
  fc.record({ kind: fc.constantFrom('acknowledge' as const, 'resolve' as const), by: fc.constant('ann') }),
  fc.record({ kind: fc.constant('silences' as const), silenceId }),
  fc.record({ kind: fc.constant('acknowledgement_timeout' as const) }),
);

/** The rules of the states, written down a second time over the list of what happened. */
class Oracle {
  #state: 'pending' | 'firing' | 'acknowledged' = 'pending';
  #severity = 0;
  #isSilenced = false;
  #isOver = false;

  constructor(private readonly ranks: readonly AlertSeverity[]) {}

  get state(): AlertState | 'none' {
    if (this.#isOver) return 'resolved';
    return this.#isSilenced && this.#state !== 'pending' ? 'silenced' : this.#state;
  }

  take(trigger: Trigger): void {
    if (this.#isOver) return;
    const [rank, wasPending] = [
      'severity' in trigger ? this.ranks.indexOf(trigger.severity) : 0,
      this.#state === 'pending',
    ];
    switch (trigger.kind) {
      case 'firing':
        if (wasPending || (this.#state === 'acknowledged' && rank > this.#severity)) this.#state = 'firing';
        this.#isSilenced = trigger.silenceId !== null;
        break;
      case 'silences':
        if (!wasPending) this.#isSilenced = trigger.silenceId !== null;
        break;
      case 'acknowledge':
        if (this.state === 'firing') this.#state = 'acknowledged';
        break;
      case 'acknowledgement_timeout':
        if (this.state === 'acknowledged') this.#state = 'firing';
        break;
      case 'ended':
      case 'resolve':
        this.#isOver = true;
        break;
      case 'pending':
        break;
    }
    if ('severity' in trigger) this.#severity = rank;
  }
}

describe('random histories of alerts', () => {
  it('reaches the documented states in random histories', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const oracle = new Oracle(['info', 'warning', 'critical']);
        const first = begin({ kind: 'pending', severity: 'info', reason: 'breached', at: new Date(START_MS) });
        assert.ok(first.kind === 'changed');
        let alert: Lifecycle = first.next;
        for (const [minute, what] of steps.entries()) {
          const trigger: Trigger = { ...what, at: new Date(START_MS + minute * 60_000) };
          oracle.take(trigger);
          const outcome = transition(alert, trigger);
          if (outcome.kind === 'dropped') return;
          if (outcome.kind !== 'refused') alert = outcome.next;
          assert.equal(alert.state, oracle.state);
          checkInvariants(alert);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

function checkInvariants(alert: Lifecycle): void {
  const { state, silencedState, silenceId: silence, acknowledgedAt, resolvedAt, isDue, isAnnounced } = alert;
  assert.equal(silencedState !== null, state === 'silenced');
  assert.equal(silence !== null, state === 'silenced');
  assert.equal(resolvedAt !== null, state === 'resolved');
  if (state === 'acknowledged' || silencedState === 'acknowledged') assert.ok(acknowledgedAt);
  if (state === 'firing' || silencedState === 'firing') assert.equal(acknowledgedAt, null);
  if (state === 'acknowledged' || state === 'pending') assert.equal(isDue, false);
  if (state === 'firing' || state === 'acknowledged') assert.ok(isAnnounced);
}
