import assert from 'node:assert/strict';
import fc from 'fast-check';
import { correlate, type Candidate } from './correlate.js';

const NOW = Date.parse('2026-05-06T12:00:00Z');
const ago = (minutes: number): Date => new Date(NOW - minutes * 60_000);
const alert = { at: new Date(NOW), keys: [['service_name', 'checkout'] as const] };

const open = (minutes: number): Candidate => ({ id: 'o', state: 'open', lastAlertAt: ago(minutes), resolvedAt: null });
const resolved = (minutes: number): Candidate => ({
  id: 'r',
  state: 'resolved',
  lastAlertAt: ago(minutes + 5),
  resolvedAt: ago(minutes),
});

describe('correlate', () => {
  const TABLE: readonly (readonly [string, readonly Candidate[], string])[] = [
    ['no incident', [], 'create'],
    ['an open one with an alert of the last half hour', [open(29.9)], 'attach'],
    ['an acknowledged one', [{ ...open(5), state: 'acknowledged' }], 'attach'],
    ['an open one whose last alert is older', [open(30)], 'create'],
    ['one that was resolved less than 15 minutes ago', [resolved(14.9)], 'reopen'],
    ['one that was resolved before', [resolved(15)], 'create'],
    ['both: the one that is worked on', [resolved(1), open(20)], 'attach'],
  ];
  for (const [name, candidates, kind] of TABLE)
    it(`${kind}: ${name}`, () => assert.equal(correlate(alert, candidates).kind, kind));

  it('says why in words', () => {
    const reasons = [[open(4)], [resolved(0.5)], []].map((candidates) => correlate(alert, candidates).reason);
    assert.deepEqual(reasons, [
      'same service_name checkout; 4 minutes after the last alert',
      'same service_name checkout; less than a minute after the resolution',
      'no incident with the same service_name checkout and an alert of the last 30 minutes',
    ]);
  });

  it('never chooses an incident that was resolved while one is worked on, and of those the one with the latest alert', () => {
    const candidate = fc
      .tuple(fc.boolean(), fc.integer({ min: 0, max: 60 }))
      .map(([isOpen, minutes]) => (isOpen ? open(minutes) : resolved(minutes)));
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 6 }), (candidates) => {
        const { kind, incident } = correlate(alert, candidates);
        const active = candidates.filter(
          ({ state, lastAlertAt }) => state === 'open' && lastAlertAt && lastAlertAt > ago(30),
        );
        assert.equal(kind === 'attach', active.length > 0);
        if (incident && kind === 'attach')
          assert.ok(active.every(({ lastAlertAt }) => (lastAlertAt ?? 0) <= (incident.lastAlertAt ?? 0)));
      }),
    );
  });
});
