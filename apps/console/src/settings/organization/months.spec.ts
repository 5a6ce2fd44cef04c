import assert from 'node:assert/strict';
import { describeRejected, lastMonths } from './months.js';

describe('the months of a usage report', () => {
  it('go back from the present one, also over the end of a year', () => {
    assert.deepEqual(lastMonths(Date.parse('2026-01-31T23:59:59Z'), 3), [
      { value: '2026-01', label: 'Jan 2026' },
      { value: '2025-12', label: 'Dec 2025' },
      { value: '2025-11', label: 'Nov 2025' },
    ]);
  });

  it('say what was rejected and why', () => {
    assert.equal(describeRejected([]), 'none');
    assert.equal(describeRejected([{ reason: 'too_old', items: 3 }]), '3: too_old');
  });
});
