import assert from 'node:assert/strict';
import { compareFlags } from './compare-flags.js';

const FLAG = { name: 'Checkout', active: true, type: 'boolean', variants: [], filters: { groups: [] } };

describe('the states of a flag after a conflict', () => {
  it('name the parts that another member or the draft has changed', () => {
    const now = { ...FLAG, filters: { groups: [], payload: { id: 1 } } };
    const draft = { ...FLAG, filters: { groups: [{ conditions: [], rollout_percentage: 10 }] } };
    assert.deepEqual(compareFlags(FLAG, now, draft), [
      { part: 'Rules', before: 'none', now: 'none', draft: '1. Everyone: 10 % of them get it' },
      { part: 'Payloads', before: '', now: '{"id":1}', draft: '' },
    ]);
    assert.deepEqual(compareFlags(FLAG, FLAG, FLAG), []);
  });
});
