import assert from 'node:assert/strict';
import fc from 'fast-check';
import { escalationSteps, type EscalationPlan, type IncidentEvent, type PlannedPolicy } from './escalation-plan.js';

const MINUTE = 60_000;

function planAll(
  policy: PlannedPolicy,
  {
    empty = [],
    events = [],
    at = 0,
  }: { empty?: readonly number[]; events?: readonly IncidentEvent[]; at?: number } = {},
): EscalationPlan<{ isEmpty: boolean }> {
  const steps = escalationSteps(policy, (level) => ({ isEmpty: empty.includes(level) }), at, events);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const policy = { delaysMs: [5 * MINUTE, 10 * MINUTE], maxEscalations: 2 };
const brief = ({ steps }: ReturnType<typeof planAll>): string[] =>
  steps.map(({ at, round, level, reason }) => `${at / MINUTE}: ${round}.${level} ${reason}`);

const arbitraryPolicy = fc.record(
  {
    delaysMs: fc.array(
      fc.integer({ min: 1, max: 1440 }).map((minutes) => minutes * MINUTE),
      { minLength: 1, maxLength: 10 },
    ),
    maxEscalations: fc.integer({ min: 1, max: 20 }),
    ackTimeoutMs: fc.integer({ min: 1, max: 600 }).map((minutes) => minutes * MINUTE),
  },
  { requiredKeys: ['delaysMs', 'maxEscalations'] },
);
const arbitraryEmpty = fc.array(fc.integer({ min: 1, max: 10 }));
const arbitraryMinute = fc.integer({ min: 0, max: 20_000 }).map((minutes) => minutes * MINUTE);

describe('the plan of an escalation', () => {
  it('passes all levels as often as the policy says, and ends after the last delay', () => {
    const plan = planAll(policy);
    assert.deepEqual(brief(plan), ['0: 1.1 opened', '5: 1.2 delay', '15: 2.1 delay', '20: 2.2 delay']);
    assert.deepEqual(plan.end, { at: 30 * MINUTE, reason: 'exhausted' });
  });

  it('leaves a level that reaches no user at once', () => {
    assert.deepEqual(brief(planAll(policy, { empty: [1] })), [
      '0: 1.1 opened',
      '0: 1.2 empty_level',
      '10: 2.1 delay',
      '10: 2.2 empty_level',
    ]);
    assert.equal(planAll(policy, { empty: [1, 2] }).end.at, 0);
  });

  it('stops at an acknowledgement, also at the moment of a level, and starts again after its timeout', () => {
    const events = [{ at: 5 * MINUTE, kind: 'acknowledged' as const }];
    const stopped = planAll(policy, { events });
    assert.deepEqual([brief(stopped), stopped.end], [['0: 1.1 opened'], { at: 5 * MINUTE, reason: 'acknowledged' }]);
    const again = planAll({ ...policy, ackTimeoutMs: 30 * MINUTE }, { events });
    assert.deepEqual(brief(again).slice(0, 3), ['0: 1.1 opened', '35: 1.1 ack_timeout', '40: 1.2 delay']);
    assert.deepEqual(again.end, { at: 65 * MINUTE, reason: 'exhausted' });
  });

  it('never starts again after a resolution, unless the incident is reopened', () => {
    const resolved = { at: 6 * MINUTE, kind: 'resolved' as const };
    const late = { at: 7 * MINUTE, kind: 'acknowledged' as const };
    const timed = { ...policy, ackTimeoutMs: MINUTE };
    assert.deepEqual(planAll(timed, { events: [late, resolved] }).end, { at: resolved.at, reason: 'resolved' });
    const reopened = { at: 60 * MINUTE, kind: 'reopened' as const };
    const plan = planAll(policy, { events: [reopened, resolved] });
    assert.deepEqual(brief(plan).slice(2), ['60: 1.1 reopened', '65: 1.2 delay', '75: 2.1 delay', '80: 2.2 delay']);
  });

  it('contains every level in order, a delay apart unless the previous level was empty', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitraryEmpty, arbitraryMinute, (random, empty, at) => {
        const { steps, end } = planAll(random, { empty, at });
        const levels = random.delaysMs.length;
        assert.equal(steps.length, levels * random.maxEscalations);
        let due = at;
        for (const [index, step] of steps.entries()) {
          const expected = { at: due, round: Math.floor(index / levels) + 1, level: (index % levels) + 1 };
          assert.deepEqual({ at: step.at, round: step.round, level: step.level }, expected);
          due += step.isEmpty ? 0 : (random.delaysMs[step.level - 1] ?? 0);
        }
        assert.deepEqual(end, { at: due, reason: 'exhausted' });
      }),
    );
  });

  it('reaches no user between an acknowledgement and its timeout', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitraryEmpty, arbitraryMinute, (random, empty, at) => {
        const { steps } = planAll(random, { empty, events: [{ at, kind: 'acknowledged' }] });
        const until = at + (random.ackTimeoutMs ?? Infinity);
        assert.ok(steps.every((step) => step.at < at || step.at >= until));
        const [first] = steps.filter((step) => step.at >= at);
        if (random.ackTimeoutMs !== undefined)
          assert.deepEqual([first?.at, first?.round, first?.level, first?.reason], [until, 1, 1, 'ack_timeout']);
      }),
    );
  });
});
