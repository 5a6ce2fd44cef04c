import assert from 'node:assert/strict';
import { toDifferences } from './differences.js';

describe('what differs between two drafts', () => {
  const now = { name: 'Shop', isUsed: true, secret: '' };

  it('is said in words, in the order of the labels', () => {
    const mine = { name: '', isUsed: false, secret: '' };
    assert.deepEqual(toDifferences(now, mine, { isUsed: 'Used', name: 'Name' }), [
      { name: 'Used', now: 'yes', mine: 'no' },
      { name: 'Name', now: 'Shop', mine: 'none' },
    ]);
    assert.deepEqual(toDifferences(now, now, { isUsed: 'Used', name: 'Name' }), []);
  });

  it('never has a value without a label, such as a secret', () => {
    assert.deepEqual(toDifferences(now, { ...now, secret: 'hunter2' }, { name: 'Name' }), []);
  });
});
