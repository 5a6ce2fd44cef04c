import assert from 'node:assert/strict';
import { describeFields } from './describe-fields.js';

describe('the fields of a change', () => {
  it('are named in words, without those that only protect it', () => {
    assert.equal(describeFields('filters active expected_version'), 'rules, state');
    assert.equal(describeFields('name'), 'name');
    assert.equal(describeFields('expected_version'), '');
    assert.equal(describeFields(''), '');
  });
});
