import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AlertState } from '../lifecycle/lifecycle.js';
import { planFlush, type Member } from './flush-plan.js';
import { flushAfterChange, tickFrom, type GroupTimes } from './group-times.js';

const MINUTE = 60_000;
const NOW_MS = Date.UTC(2026, 1, 1, 12);
const ago = (minutes: number): Date => new Date(NOW_MS - minutes * MINUTE);
const now = ago(0);
const notify = { groupWaitMs: 30_000, groupIntervalMs: 5 * MINUTE, repeatIntervalMs: 240 * MINUTE };
const times = (more: Partial<GroupTimes> = {}): GroupTimes => ({
  notify,
  lastFlushAt: ago(5),
  lastNotifiedAt: ago(5),
  nextFlushAt: now,
  ...more,
});
/** Alerts marked `due` have changes to report; receivers already know that alerts marked `told` fire. */
const member = (state: AlertState, ...flags: readonly ('due' | 'told' | 'inhibited')[]): Member => ({
  id: `${state} ${flags.join(' ')}`,
  state,
  isDue: flags.includes('due'),
  isNotified: flags.includes('told'),
  isInhibited: flags.includes('inhibited'),
});

type Row = readonly [
  what: string,
  members: readonly Member[],
  times: GroupTimes,
  notification: string | undefined,
  /** Minutes until the next flush. */
  next: number | null,
];

const TABLE: readonly Row[] = [
  ['an alert that is new', [member('firing', 'due')], times({ lastNotifiedAt: null }), 'firing', 240],
  ['alerts of which one is new', [member('firing', 'told'), member('firing', 'due')], times(), 'firing', 240],
  ['an alert that goes on', [member('firing', 'told')], times(), undefined, 235],
  [
    'an alert that goes on for the repeat interval',
    [member('firing', 'told')],
    times({ lastNotifiedAt: ago(240) }),
    'repeat',
    240,
  ],
  [
    'one that is resolved while another fires',
    [member('resolved', 'due', 'told'), member('firing', 'told')],
    times(),
    'firing',
    240,
  ],
  ['the last one that is resolved', [member('resolved', 'due', 'told')], times(), 'resolved', null],
  [
    'one that was resolved before anybody heard of it',
    [member('resolved')],
    times({ lastNotifiedAt: null }),
    undefined,
    null,
  ],
  [
    'an acknowledged one after the repeat interval',
    [member('acknowledged', 'told')],
    times({ lastNotifiedAt: ago(999) }),
    undefined,
    null,
  ],
  [
    'one that is resolved while another is acknowledged',
    [member('resolved', 'due', 'told'), member('acknowledged', 'told')],
    times(),
    undefined,
    null,
  ],
  ['a silenced one', [member('silenced', 'due')], times({ lastNotifiedAt: null }), undefined, null],
  ['a silenced one and one that is new', [member('silenced', 'told'), member('firing', 'due')], times(), 'firing', 240],
  ['an inhibited one', [member('firing', 'due', 'inhibited')], times({ lastNotifiedAt: null }), undefined, 5],
  ['an inhibited one that receivers know', [member('firing', 'told', 'inhibited')], times(), undefined, null],
  ['no alert, because all went to another group', [], times(), 'resolved', null],
  ['no alert, and receivers know of none', [], times({ lastNotifiedAt: null }), undefined, null],
];

describe('a group that is due', () => {
  for (const [what, members, group, notification, next] of TABLE)
    it(`of ${what}: ${notification ?? 'nothing'}${next === null ? '' : `, and is due again in ${next} minutes`}`, () => {
      const plan = planFlush(group, members, now);
      assert.equal(plan.notification, notification);
      assert.deepEqual(plan.nextFlushAt, next === null ? null : ago(-next));
    });

  it('records once that a silence suppressed the notification', () => {
    const [fresh, known] = [member('silenced', 'due'), member('silenced')];
    assert.deepEqual(planFlush(times(), [fresh, known], now).suppressed, [fresh]);
  });

  it('ends a group that has no alert left', () => {
    assert.equal(planFlush(times(), [member('resolved', 'due')], now).isOver, true);
    for (const state of ['firing', 'acknowledged', 'silenced'] as const)
      assert.equal(planFlush(times(), [member('resolved'), member(state)], now).isOver, false);
  });
});

describe('the next flush of a group', () => {
  it('flushes after group_wait first, then at multiples of group_interval, and never later than planned', () => {
    const first = times({ lastFlushAt: null, nextFlushAt: null });
    assert.deepEqual(flushAfterChange(first, now), new Date(NOW_MS + 30_000));
    assert.deepEqual(flushAfterChange({ ...first, nextFlushAt: ago(-0.1) }, now), ago(-0.1));
    const later = (lastFlushAt: Date, nextFlushAt: Date | null) =>
      flushAfterChange(times({ lastFlushAt, nextFlushAt }), now);
    assert.deepEqual(later(ago(2), null), ago(-3));
    assert.deepEqual(later(ago(5), null), now);
    assert.deepEqual(later(ago(12), ago(-100)), ago(-3));
    assert.deepEqual(later(ago(12), ago(-1)), ago(-1));
    assert.deepEqual(later(now, null), ago(-5));
  });

  it('takes the first multiple that is not before the time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 1e9 }), (interval, passed) => {
        const tick = tickFrom(now, interval, new Date(NOW_MS + passed)).getTime() - NOW_MS;
        assert.equal(tick % interval, 0);
        assert.ok(tick > 0 && tick >= passed && (tick - interval < passed || tick === interval));
      }),
    );
  });
});
