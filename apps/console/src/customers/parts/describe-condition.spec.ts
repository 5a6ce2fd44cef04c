import assert from 'node:assert/strict';
import { describeCondition, describeDefinition, explainMembership } from './describe-condition.js';

const plan = { type: 'property', key: 'plan', op: 'eq', value: 'pro' };
const bought = {
  type: 'event',
  event: 'order placed',
  op: 'performed',
  filters: [{ field: 'property.amount', op: 'gt', value: 10 }],
  count: { op: 'gte', value: 2 },
  window: { last: '30d' },
};

describe('conditions in words', () => {
  it.each([
    [plan, 'plan is "pro"'],
    [{ ...plan, source: 'server' }, 'plan is "pro", as stored with a secret key'],
    [{ field: 'property.seats', op: 'gt', value: 10 }, 'property.seats is more than 10'],
    [{ type: 'property', key: 'email', op: 'is_set' }, 'email is set'],
    [{ type: 'cohort', id: 'c-1', op: 'not_in' }, 'is not in the cohort c-1'],
    [{ type: 'cohort', id: 'c-1' }, 'is in the cohort c-1'],
    [bought, 'did “order placed” with property.amount is more than 10 where the count is at least 2 in the last 30d'],
    [{ operator: 'or', conditions: [plan, { type: 'cohort', id: 'c' }] }, '(plan is "pro" or is in the cohort c)'],
    [undefined, 'A condition'],
  ])('say what %j asks for', (condition, expected) => {
    assert.equal(describeCondition(condition), expected);
  });

  it('are joined by the operator of the definition', () => {
    assert.equal(describeDefinition({ operator: 'and', conditions: [plan, plan] }), 'plan is "pro" and plan is "pro"');
    assert.equal(describeDefinition(undefined), '');
  });

  it('explain who belongs to a cohort by each condition and the value that the person has', () => {
    const explain = (
      isMember: boolean,
      leaves: Parameters<typeof explainMembership>[0]['leaves'],
      kind = 'property',
    ): string => explainMembership({ person_id: 'p', distinct_id: 'd', is_member: isMember, leaves }, kind);
    const leaf = { path: 'definition.conditions[0]', condition: plan };
    assert.equal(explain(false, [{ ...leaf, holds: false, value: 'free' }]), '✗ plan is "pro" (it is "free").');
    assert.equal(explain(false, [{ ...leaf, holds: false }]), '✗ plan is "pro" (not set).');
    assert.equal(explain(true, [], 'static'), 'It is in the list of members.');
  });
});
