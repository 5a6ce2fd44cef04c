import assert from 'node:assert/strict';
import { compareMembers } from './compare-members.js';

describe('compareMembers', () => {
  it('counts those who are added and those who are removed', () => {
    assert.deepEqual(compareMembers(['a', 'b', 'c'], ['b', 'd']), { added: 1, removed: 2 });
    assert.deepEqual(compareMembers([], []), { added: 0, removed: 0 });
  });
});
