import assert from 'node:assert/strict';
import type { FlagPreviewPerson } from '../../gen/api.js';
import { compareOutcomes, countMoves, countValues } from './compare-outcomes.js';
import { explainDecision } from './explain-decision.js';

const person = (id: string, enabled: boolean): FlagPreviewPerson => ({
  person_id: `p-${id}`,
  distinct_id: id,
  decision: { enabled, version: 1 },
});

describe('the difference that a draft of a flag makes', () => {
  const outcomes = compareOutcomes(
    [person('a', false), person('b', true), person('c', false), person('gone', true)],
    [person('c', true), person('b', false), person('a', true)],
  );

  it('pairs the decisions of a person, whatever their order', () => {
    assert.deepEqual(
      outcomes.map(({ distinctId, before, after }) => [distinctId, before, after]),
      [
        ['a', 'off', 'on'],
        ['b', 'on', 'off'],
        ['c', 'off', 'on'],
      ],
    );
  });

  it('says that a payload changes', () => {
    const [before, after] = [1, 2].map((payload) => ({
      ...person('a', true),
      decision: { enabled: true, version: 1, payload },
    }));
    assert.ok(before && after);
    assert.deepEqual(
      compareOutcomes([before], [after]).map(({ after: now }) => now),
      ['on, with another payload'],
    );
  });

  it('counts persons by what changes for them and by what they get', () => {
    assert.deepEqual(countMoves(outcomes), [
      { from: 'off', to: 'on', persons: 2 },
      { from: 'on', to: 'off', persons: 1 },
    ]);
    assert.deepEqual(countValues(outcomes), [
      { name: 'on', value: 2 },
      { name: 'off', value: 1 },
    ]);
    assert.deepEqual(countMoves(compareOutcomes([person('a', true)], [person('a', true)])), []);
  });
});

describe('the explanation of a decision', () => {
  it('has each condition with what was found, and each share', () => {
    const condition = { type: 'person', key: 'plan', operator: 'eq', value: 'pro' };
    const groups = [{ conditions: [condition], rollout_percentage: 20 }, { conditions: [condition] }];
    const explanation = {
      groups: [
        { is_in_rollout: false, conditions: [{ holds: true, value: 'pro' }] },
        { is_in_rollout: true, conditions: [{ holds: false }] },
      ],
    };
    const definition = { active: true, type: 'boolean', variants: [], filters: { groups } };
    assert.deepEqual(
      explainDecision({ enabled: false, version: 1, explanation }, definition).map(({ holds, text }) => [holds, text]),
      [
        [true, 'Rule 1: plan is pro (it is "pro")'],
        [false, 'Rule 1: outside its share of 20 %'],
        [false, 'Rule 2: plan is pro (not set)'],
      ],
    );
    assert.deepEqual(explainDecision(undefined, definition), []);
  });
});
