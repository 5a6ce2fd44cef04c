import assert from 'node:assert/strict';
import { countPersons } from './count-persons.js';

const entry = (distinct_id: string | undefined, timestamp: string) => ({
  id: timestamp,
  kind: 'event',
  title: '',
  severity: 'info',
  timestamp,
  ...(distinct_id !== undefined && { distinct_id }),
});

describe('the active persons of an account', () => {
  it('are those of the entries, with their number and the newest time', () => {
    const entries = [entry('b', '3'), entry('a', '2'), entry(undefined, '2'), entry('', '1'), entry('a', '1')];
    assert.deepEqual(countPersons(entries), [
      { id: 'a', count: 2, lastSeen: '2' },
      { id: 'b', count: 1, lastSeen: '3' },
    ]);
  });
});
