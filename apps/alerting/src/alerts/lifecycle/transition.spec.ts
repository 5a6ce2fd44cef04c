import assert from 'node:assert/strict';
import type { AlertSeverity } from './alert-change.js';
import type { AlertEvent, AlertState, Lifecycle, Outcome, Trigger } from './lifecycle.js';
import { begin, transition } from './transition.js';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 1, 1) + minutes * 60_000);
const firing = (severity: AlertSeverity = 'warning', silenceId: string | null = null) =>
  ({ kind: 'firing', at: at(1), severity, reason: 'breached', silenceId }) as const;
const pending = { kind: 'pending', at: at(0), severity: 'warning', reason: 'breached' } as const;
const ended = { kind: 'ended', at: at(9), reason: 'recovered' } as const;
const acknowledge = { kind: 'acknowledge', at: at(5), by: 'ann' } as const;
const resolve = { kind: 'resolve', at: at(6), by: 'ann' } as const;
const silence = { kind: 'silences', at: at(4), silenceId: 's' } as const;
const unsilence = { kind: 'silences', at: at(7), silenceId: null } as const;
const timeout = { kind: 'acknowledgement_timeout', at: at(8) } as const;

function next(outcome: Outcome): Lifecycle {
  assert.ok(outcome.kind === 'changed' || outcome.kind === 'renewed', outcome.kind);
  return outcome.next;
}
const after = (first: typeof pending | ReturnType<typeof firing>, ...triggers: readonly Trigger[]): Lifecycle =>
  triggers.reduce((alert, trigger) => next(transition(alert, trigger)), next(begin(first)));

/** An alert in each state; what is silenced was firing or acknowledged before. */
const ALERTS: Readonly<Record<string, Lifecycle>> = {
  pending: after(pending),
  firing: after(firing()),
  acknowledged: after(firing(), acknowledge),
  'silenced (firing)': after(firing(), silence),
  'silenced (acknowledged)': after(firing(), acknowledge, silence),
  resolved: after(firing(), resolve),
};

type Row = readonly [
  from: string,
  what: string,
  trigger: Trigger,
  to: AlertState | 'dropped' | 'refused',
  event?: AlertEvent,
];

/** Every state with everything that can happen to it. */
const TABLE: readonly Row[] = [
  ['pending', 'another pending evaluation', pending, 'pending'],
  ['pending', 'a breach that is long enough', firing(), 'firing', 'firing'],
  ['pending', 'a breach that is silenced', firing('warning', 's'), 'silenced'],
  ['pending', 'a recovery', ended, 'dropped'],
  ['pending', 'an acknowledgement', acknowledge, 'refused'],
  ['pending', 'a resolution by hand', resolve, 'resolved'],
  ['pending', 'a silence', silence, 'pending'],
  ['firing', 'a pending evaluation', pending, 'firing'],
  ['firing', 'the same breach', firing(), 'firing'],
  ['firing', 'a lower severity', firing('info'), 'firing'],
  ['firing', 'a higher severity', firing('critical'), 'firing', 'firing'],
  ['firing', 'a breach that is silenced', firing('warning', 's'), 'silenced'],
  ['firing', 'a recovery', ended, 'resolved', 'resolved'],
  ['firing', 'an acknowledgement', acknowledge, 'acknowledged', 'acknowledged'],
  ['firing', 'a resolution by hand', resolve, 'resolved', 'resolved'],
  ['firing', 'a silence', silence, 'silenced'],
  ['firing', 'no silence', unsilence, 'firing'],
  ['firing', 'a timeout', timeout, 'firing'],
  ['acknowledged', 'the same breach', firing(), 'acknowledged'],
  ['acknowledged', 'a higher severity', firing('critical'), 'firing', 'firing'],
  ['acknowledged', 'a recovery', ended, 'resolved', 'resolved'],
  ['acknowledged', 'an acknowledgement', acknowledge, 'refused'],
  ['acknowledged', 'a resolution by hand', resolve, 'resolved', 'resolved'],
  ['acknowledged', 'a silence', silence, 'silenced'],
  ['acknowledged', 'a timeout', timeout, 'firing', 'firing'],
  ['silenced (firing)', 'the same breach without a silence', firing(), 'firing', 'firing'],
  ['silenced (firing)', 'a higher severity', firing('critical', 's'), 'silenced'],
  ['silenced (firing)', 'a recovery', ended, 'resolved', 'resolved'],
  ['silenced (firing)', 'an acknowledgement', acknowledge, 'refused'],
  ['silenced (firing)', 'a resolution by hand', resolve, 'resolved', 'resolved'],
  ['silenced (firing)', 'the end of the silence', unsilence, 'firing', 'firing'],
  ['silenced (acknowledged)', 'the end of the silence', unsilence, 'acknowledged'],
  ['silenced (acknowledged)', 'a timeout', timeout, 'silenced'],
  ['resolved', 'a breach', firing(), 'refused'],
  ['resolved', 'a recovery', ended, 'refused'],
  ['resolved', 'an acknowledgement', acknowledge, 'refused'],
  ['resolved', 'a resolution by hand', resolve, 'refused'],
  ['resolved', 'a silence', silence, 'refused'],
];

describe('an alert', () => {
  for (const [from, what, trigger, to, event] of TABLE)
    it(`that is ${from} becomes ${to} by ${what}${event ? `, which is announced as ${event}` : ''}`, () => {
      const outcome = transition(ALERTS[from] ?? assert.fail(), trigger);
      const isWritten = outcome.kind === 'changed' || outcome.kind === 'renewed';
      assert.equal(isWritten ? outcome.next.state : outcome.kind, to);
      assert.equal(outcome.kind === 'changed' ? outcome.event : undefined, event);
    });

  it('remembers when its breach began, when it fired, and who did what', () => {
    const { startedAt, firedAt, acknowledgedAt, acknowledgedBy } = after(pending, firing(), acknowledge);
    assert.deepEqual([startedAt, firedAt, acknowledgedAt, acknowledgedBy], [at(0), at(1), at(5), 'ann']);
    const { resolvedAt, resolvedBy, resolution } = after(firing(), resolve);
    assert.deepEqual([resolvedAt, resolvedBy, resolution], [at(6), 'ann', 'manual']);
    assert.equal(after(firing(), acknowledge, timeout).acknowledgedBy, null);
  });

  it('becomes due when its severity rises, its silence ends or its acknowledgement times out, but not when acknowledged', () => {
    const told = { ...after(firing()), isDue: false, isNotified: true };
    const isDue = (...triggers: readonly Trigger[]) =>
      triggers.reduce((alert, trigger) => next(transition(alert, trigger)), told).isDue;
    assert.deepEqual(
      [
        isDue(firing()),
        isDue(firing('info')),
        isDue(firing('critical')),
        isDue(silence, unsilence),
        isDue(acknowledge),
        isDue(acknowledge, silence, unsilence),
        isDue(acknowledge, timeout),
        isDue(silence, firing('critical', 's'), unsilence),
      ],
      [false, false, true, true, false, false, true, true],
    );
  });

  it('reports the end to receivers that were notified about the alert, even while it is silenced', () => {
    for (const isNotified of [true, false])
      for (const triggers of [[ended], [silence, ended], [acknowledge, ended], [resolve]]) {
        const told: Lifecycle = { ...after(firing()), isDue: false, isNotified };
        const over = triggers.reduce<Lifecycle>((alert, trigger) => next(transition(alert, trigger)), told);
        assert.equal(over.isDue, isNotified);
      }
  });
});
