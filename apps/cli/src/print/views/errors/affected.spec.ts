import assert from 'node:assert/strict';
import { createColors } from '../../layout/colors.js';
import { printAffected } from './affected.js';

const page = { width: undefined, colors: createColors(false) };
const times = { first_seen: '2026-01-30T12:00:00.123Z', last_seen: '2026-01-31T12:00:00Z' };

describe('printAffected', () => {
  it('shows the persons, the accounts and the number of errors without a person', () => {
    const text = printAffected(
      {
        person_count: 1200,
        anonymous_count: 3,
        affected: [{ person_id: 'p1', distinct_id: 'ann\u001b[31m', count: 4500, ...times }],
        accounts: [{ group_type: 'company', group_key: 'acme', count: 7, ...times }],
      },
      page,
    );
    const lines = text.split('\n');
    assert.equal(lines[0], '1,200 persons  and 3 errors of unknown persons');
    assert.match(text, /ann.* 4,500 +2026-01-30T12:00:00Z +2026-01-31T12:00:00Z/);
    assert.match(text, /acme +company +7 /);
    assert.ok(!text.includes('\u001b'));
  });

  it('shows that no person was affected', () => {
    assert.equal(
      printAffected({ person_count: 0, anonymous_count: 0, affected: [], accounts: [] }, page),
      '0 persons\n',
    );
  });
});
