import assert from 'node:assert/strict';
import { createColors } from '../../layout/colors.js';
import { printIssueReleases } from './issue-releases.js';

const page = { width: undefined, colors: createColors(false) };

describe('printIssueReleases', () => {
  it('shows in which releases an issue began, ended, came back and happened', () => {
    const times = { first_seen: '2026-01-30T12:00:00.5Z', last_seen: '2026-01-31T12:00:00Z' };
    const text = printIssueReleases(
      {
        first_release: '1.0',
        last_release: '1.2\u001b[31m',
        regressed_in: '1.1',
        without_release: 1500,
        releases: [{ release: '1.2', deployed_at: null, count: 7, ...times }],
      },
      page,
    );
    assert.match(text, /^first in 1\.0 {2}last in 1\.2 {2}came back in 1\.1 {2}1,500 errors without a release\n/);
    assert.match(text, /1\.2 .* 7 +2026-01-30T12:00:00Z +2026-01-31T12:00:00Z/);
    assert.ok(!text.includes('\u001b'));
  });

  it('shows an issue without releases', () => {
    const text = printIssueReleases({ first_release: '', last_release: '', without_release: 0, releases: [] }, page);
    assert.equal(text, 'first in an unknown release  last in an unknown release\n');
  });
});
