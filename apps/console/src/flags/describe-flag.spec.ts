import assert from 'node:assert/strict';
import {
  describeCondition,
  describeReason,
  describeResult,
  describeValue,
  summarize,
  type Definition,
} from './describe-flag.js';

const flag = (change: Partial<Definition>): Definition => ({ active: true, type: 'boolean', variants: [], ...change });
const PRO = { type: 'person', key: 'plan', operator: 'eq', value: 'pro' };

describe('a flag in words', () => {
  it('says for whom it is on', () => {
    assert.equal(summarize(flag({})), 'Off for everyone, without a rule');
    assert.equal(summarize(flag({ active: false, filters: { groups: [{ conditions: [] }] } })), 'Off for everyone');
    assert.equal(summarize(flag({ filters: { groups: [{ conditions: [] }] } })), 'Everyone: 100 %');
    const groups = [{ conditions: [PRO], rollout_percentage: 12.5 }, { conditions: [] }];
    assert.equal(summarize(flag({ filters: { groups } })), 'plan is pro: 12.5 %, or 1 more rule');
    const filters = { groups: [{ conditions: [], rollout_percentage: 10 }], aggregation: 'company' };
    assert.equal(summarize(flag({ filters })), 'Every company: 10 %');
  });

  it('says what a rule gives', () => {
    assert.equal(describeResult({ conditions: [] }, flag({})), 'All get it');
    assert.equal(describeResult({ conditions: [], rollout_percentage: 5 }, flag({})), '5 % of them get it');
    const multivariate = flag({ type: 'multivariate' });
    assert.equal(describeResult({ conditions: [] }, multivariate), 'All get a variant by its share');
    assert.equal(describeResult({ conditions: [], variant: 'b' }, multivariate), 'All get the variant b');
  });

  it('names conditions of every type', () => {
    for (const [condition, text] of [
      [PRO, 'plan is pro'],
      [{ ...PRO, negate: true, source: 'server' }, 'not (plan is pro, as stored with a secret key)'],
      [{ ...PRO, operator: 'in', value: ['a', 3], case_insensitive: true }, 'plan is one of a, 3, in any case'],
      [
        { type: 'group', group_type: 'company', key: 'seats', operator: 'gt', value: 5 },
        'company’s seats is more than 5',
      ],
      [{ type: 'cohort', key: 'c', operator: 'not_in' }, 'is not in the cohort c'],
      [{ type: 'flag', key: 'f', operator: 'eq', value: true }, 'the flag f is on'],
    ] as const)
      assert.equal(describeCondition(condition), text);
  });

  it('says what a person gets and why', () => {
    const reason = { code: 'condition_match', condition_index: 1, description: 'All conditions of the group hold.' };
    const decision = { enabled: true, variant: null, version: 1, reason };
    assert.equal(describeValue(decision), 'on');
    assert.equal(describeValue({ enabled: true, variant: 'b' }), 'b');
    assert.equal(describeValue({ enabled: false, variant: 'b' }), 'off (b)');
    assert.equal(describeValue(undefined), 'unknown');
    assert.equal(describeReason(decision), 'Rule 2: All conditions of the group hold.');
  });
});
