import assert from 'node:assert/strict';
import { describeChanges } from './describe-fields.js';

const describeOne = (details: Readonly<Record<string, string>>) => describeChanges([{ id: 'a', details }]).get('a');

describe('the fields of a change', () => {
  it('are named in words, without those that only protect it', () => {
    assert.equal(describeOne({ fields: 'filters name expected_version' }), 'rules, name');
    assert.equal(describeOne({ fields: 'expected_version' }), '');
    assert.equal(describeOne({ fields: '' }), '');
    assert.equal(describeOne({}), '');
  });

  it('have the values that are recorded, with those of the last change that has set them', () => {
    const texts = describeChanges([
      { id: 'd', details: { fields: 'active default_variant', active: 'false', default_variant: '' } },
      { id: 'c', details: { fields: 'name' } },
      { id: 'b', details: { fields: 'active', active: 'true' } },
      { id: 'a', details: { fields: 'active default_variant', active: 'true', default_variant: 'blue' } },
    ]);
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((id) => texts.get(id)),
      ['state: on, default variant: blue', 'state: on', 'name', 'state: on → off, default variant: blue → none'],
    );
  });
});
