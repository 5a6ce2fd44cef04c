import assert from 'node:assert/strict';
import { describeTarget } from './describe-target.js';

describe('an entry of the audit log', () => {
  it('says what it was about', () => {
    const entry = {
      id: '',
      operation: 'flags.update',
      outcome: 'succeeded',
      request_id: '',
      source_address: '',
      count: 1,
      sequence: 1,
      hash: '',
      target: { flag_key: 'dark-mode' },
      details: { fields: 'name active' },
    };
    assert.equal(describeTarget(entry), 'dark-mode, fields: name active');
    assert.equal(describeTarget({ ...entry, target: {}, details: {}, made_id: 'x1' }), 'x1');
  });
});
