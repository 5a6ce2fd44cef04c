import assert from 'node:assert/strict';
import { newGroup, toDraft } from './draft.js';
import { toChanges } from './to-changes.js';

const FLAG = {
  name: 'Checkout',
  active: true,
  type: 'multivariate',
  variants: [
    { key: 'control', weight: 50 },
    { key: 'test', weight: 50, payload: { a: 1 } },
  ],
  filters: { groups: [{ conditions: [], rollout_percentage: 10 }], salt: 's' },
  default_variant: 'control',
};

describe('the changes of a draft', () => {
  const draft = toDraft(FLAG);

  it('are empty if nothing was typed', () => {
    assert.deepEqual(toChanges(FLAG, draft), {});
    assert.deepEqual(
      toChanges(
        { ...FLAG, filters: undefined, default_variant: undefined },
        toDraft({ ...FLAG, filters: undefined, default_variant: undefined }),
      ),
      {},
    );
  });

  it('have only the fields that were changed', () => {
    assert.deepEqual(toChanges(FLAG, { ...draft, name: 'Pay' }), { name: 'Pay' });
    assert.deepEqual(toChanges(FLAG, { ...draft, defaultVariant: '' }), { default_variant: '' });
    const [control, test] = draft.variants;
    assert.ok(control && test);
    assert.deepEqual(toChanges(FLAG, { ...draft, variants: [control, { ...test, payload: '' }] }), {
      variants: [
        { key: 'control', weight: 50 },
        { key: 'test', weight: 50 },
      ],
    });
    assert.deepEqual(toChanges(FLAG, { ...draft, groups: [newGroup()] }), {
      filters: { groups: [{ conditions: [] }], salt: 's' },
    });
  });
});
