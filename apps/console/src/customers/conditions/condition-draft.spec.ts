import assert from 'node:assert/strict';
import {
  newCondition,
  readCondition,
  readFilter,
  toDrafts,
  type ConditionDraft,
  type Json,
} from './condition-draft.js';

const faultsOf = (draft: ConditionDraft, read = readCondition): readonly string[] => {
  const found: string[] = [];
  read(draft, (place) => found.push(place.replace(`${draft.id}.`, '')));
  return found;
};

describe('the form of conditions', () => {
  it.each<Json>([
    { type: 'property', key: 'plan', op: 'eq', value: 'pro' },
    { type: 'property', key: 'seats', op: 'gt', value: 10, source: 'server' },
    { type: 'property', key: 'country', op: 'in', value: ['DE', 'FR'] },
    { type: 'property', key: 'email', op: 'is_set' },
    { op: 'performed', type: 'event', event: 'order placed', count: { value: 3, op: 'gte' }, window: { last: '7d' } },
    { type: 'event', event: 'sign up', op: 'first_time' },
    { type: 'cohort', id: 'c-1', op: 'not_in' },
  ])('keeps %j', (condition) => {
    const [draft] = toDrafts([condition], readCondition) ?? assert.fail('it has no form');
    assert.deepEqual(readCondition(draft ?? assert.fail(), assert.fail), condition);
  });

  it.each<Json>([
    { operator: 'or', conditions: [{ type: 'property', key: 'a', op: 'is_set' }] },
    { type: 'event', event: 'order placed', op: 'regularly', period: '7d' },
    { type: 'event', event: 'order placed', op: 'performed', filters: [{ field: 'property.a', op: 'eq', value: 1 }] },
    { type: 'cohort', id: 'c-1', negate: true },
  ])('is not offered for %j, of which it would lose something', (condition) => {
    assert.equal(toDrafts([condition], readCondition), undefined);
  });

  it('reads filters of accounts by field', () => {
    const filters = [{ field: 'property.seats', op: 'gt', value: 10 }];
    const [draft] = toDrafts(filters, readFilter) ?? assert.fail('it has no form');
    assert.deepEqual(readFilter(draft ?? assert.fail(), assert.fail), filters[0]);
  });

  it('names what is missing or is no number', () => {
    assert.deepEqual(faultsOf(newCondition()), ['key', 'value']);
    assert.deepEqual(faultsOf({ ...newCondition(), key: 'plan', op: 'is_set' }), []);
    assert.deepEqual(faultsOf({ ...newCondition('event'), key: 'a', count: '-1', last: 'soon' }), ['count', 'last']);
    assert.deepEqual(faultsOf(newCondition('cohort')), ['key']);
    assert.deepEqual(faultsOf(newCondition(), readFilter), ['key', 'value']);
  });
});
