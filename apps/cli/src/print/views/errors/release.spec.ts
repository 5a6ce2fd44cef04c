import assert from 'node:assert/strict';
import { createColors } from '../../layout/colors.js';
import { printRelease } from './release.js';

const page = { width: undefined, colors: createColors(false) };
const release = {
  release: 'app@1.2.3\u001b[31m',
  author: 'ann',
  commit: '',
  deployed_at: '2026-01-31T12:00:00.5Z',
  new_issue_count: 2,
  regressed_issue_count: 1,
  error_count: 1234,
  crash_free: { rate: 0.992, sessions: 1000, crashed_sessions: 8, reason: '' },
};

describe('printRelease', () => {
  it('shows the verdict on the deploy and its basis', () => {
    const deploy = {
      verdict: 'worse',
      reason: 'More errors per request than before, with 95 % confidence.',
      exposure: 'requests',
      window_seconds: 3600,
      before: { errors: 10, requests: 5000 },
      after: { errors: 40, requests: 5000 },
      rate_ratio: 4,
      rate_ratio_low: 2.0312345,
      rate_ratio_high: 7.871,
    };
    assert.equal(
      printRelease({ ...release, deploy }, page),
      [
        'Release app@1.2.3',
        'deployed 2026-01-31T12:00:00Z  author ann',
        '2 new issues, 1 regressed issue, 1,234 errors',
        '99.2 % of sessions crash-free (8 of 1,000 sessions crashed in the last 24 hours)',
        'worse: More errors per request than before, with 95 % confidence.',
        'The rate of errors per request is 4 times that before (with 95 % confidence at least 2.03 and at most 7.87 times).',
        '60 minutes before the deploy: 10 errors in 5,000 requests; 60 minutes after: 40 errors in 5,000 requests',
        '',
      ].join('\n'),
    );
  });

  it('uses the singular, and says how far an unknown ratio is known', () => {
    const deploy = {
      verdict: 'worse',
      reason: 'More errors.',
      exposure: 'minutes',
      window_seconds: 60,
      before: { errors: 0, requests: 0 },
      after: { errors: 1, requests: 1 },
      rate_ratio: null,
      rate_ratio_low: 2.34,
      rate_ratio_high: null,
    };
    const text = printRelease({ ...release, new_issue_count: 1, error_count: 1, deploy }, page);
    assert.match(text, /\n1 new issue, 1 regressed issue, 1 error\n/);
    assert.match(text, /\nThe rate of errors per minute is at least 2\.34 times that before, with 95 % confidence\.\n/);
    assert.match(text, /\n1 minute before the deploy: 0 errors; 1 minute after: 1 error in 1 request\n$/);
  });

  it('names unknown figures', () => {
    const text = printRelease(
      {
        ...release,
        deployed_at: null,
        crash_free: { rate: null, sessions: 0, crashed_sessions: 0, reason: 'no_sessions' },
      },
      page,
    );
    assert.match(text, /\nnot deployed {2}author ann\n/);
    assert.match(text, /\nCrash-free sessions unknown: no sessions\n$/);
  });
});
