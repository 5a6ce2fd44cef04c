import assert from 'node:assert/strict';
import type { Definition } from '../describe-flag.js';
import { newCondition, newGroup, toDraft, type Draft } from './draft.js';
import { readDraft } from './read-draft.js';

const MULTIVARIATE: Definition & { readonly name: string } = {
  name: 'Checkout',
  active: true,
  type: 'multivariate',
  variants: [
    { key: 'control', weight: 33.34, name: 'Today' },
    { key: 'test', weight: 66.66, payload: { color: 'blue', id: 12345678901234567890n } },
  ],
  filters: {
    groups: [
      {
        conditions: [
          { type: 'person', key: 'plan', operator: 'in', value: ['pro', '7'], source: 'server' },
          { type: 'group', group_type: 'company', key: 'seats', operator: 'gte', value: 10, negate: true },
          { type: 'cohort', key: 'c1', operator: 'not_in' },
          { type: 'flag', key: 'other', operator: 'eq', value: true },
          { type: 'person', key: 'email', operator: 'ends_with', value: '@x.io', case_insensitive: true },
        ],
        rollout_percentage: 12.5,
        variant: 'test',
      },
      { conditions: [] },
    ],
    bucket_by: 'person_id',
    salt: 's',
    holdout: { key: 'h', percentage: 5 },
  },
  default_variant: 'control',
};
const BOOLEAN = { name: '', active: true, type: 'boolean', variants: [], filters: { groups: [], payload: ['x'] } };

describe('the form of a flag', () => {
  it('keeps everything that is saved, also what it does not show', () => {
    const { name: _, ...saved } = MULTIVARIATE;
    const { definition, faults } = readDraft(toDraft(MULTIVARIATE), MULTIVARIATE);
    assert.deepEqual(definition, saved);
    assert.equal(faults.size, 0);
    assert.deepEqual(readDraft(toDraft(BOOLEAN), BOOLEAN).definition.filters?.payload, ['x']);
  });

  it('says which variants cannot be saved, and why', () => {
    const draft = toDraft(MULTIVARIATE);
    const read = (change: Partial<Draft['variants'][number]>) =>
      readDraft(
        { ...draft, variants: draft.variants.map((each, nth) => (nth === 0 ? { ...each, ...change } : each)) },
        MULTIVARIATE,
      ).faults;
    assert.equal(read({ weight: '40' }).get('variants'), 'The shares must sum to 100; they sum to 106.66.');
    assert.equal(read({ weight: '33.333' }).get('variants'), undefined);
    assert.equal(read({ payload: '{"a":1},{"b":2}' }).size, 1);
    assert.equal(read({ key: 'test' }).get('variants'), 'Two variants have the same key.');
    assert.ok(read({ key: 'a b' }).has(`variants.${draft.variants[0]?.id}.key`));
    assert.ok(read({ payload: 'blue' }).has(`variants.${draft.variants[0]?.id}.payload`));
    assert.ok(readDraft({ ...draft, variants: [] }, MULTIVARIATE).faults.has('variants'));
  });

  it('says which rules cannot be saved', () => {
    const condition = newCondition();
    const group = { ...newGroup(), conditions: [condition], share: '101' };
    const { faults } = readDraft({ ...toDraft(BOOLEAN), groups: [group] }, BOOLEAN);
    assert.deepEqual([...faults.keys()].toSorted(), [
      `conditions.${condition.id}.key`,
      `conditions.${condition.id}.value`,
      `groups.${group.id}.share`,
    ]);
  });
});
