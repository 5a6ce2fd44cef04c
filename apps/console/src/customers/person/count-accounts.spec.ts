import assert from 'node:assert/strict';
import { countAccounts } from './count-accounts.js';

describe('the accounts of a person', () => {
  it('are counted by type and key, the most frequent one first', () => {
    const groups: Record<string, string>[] = [
      { team: 'a' },
      { company: 'a', team: 'a' },
      {},
      { team: 'a' },
      { company: 'a' },
    ];
    const events = groups.map((each) => ({ groups: each }));
    assert.deepEqual(countAccounts(events), [
      { type: 'team', id: 'a', count: 3 },
      { type: 'company', id: 'a', count: 2 },
    ]);
    assert.deepEqual(countAccounts([]), []);
  });
});
