import assert from 'node:assert/strict';
import type { ExportJob } from '../gen/api.js';
import { describeAmount, describeQuery, explainJob, hasEnded, whyNoDownload } from './describe-job.js';

const job = (change: Partial<ExportJob>) =>
  ({ status: 'completed', attempt_count: 1, result_expired: false, ...change }) as ExportJob;
const progress = { percent: 40, rows_written: 4000, bytes_written: 1_200_000 };

describe('an export', () => {
  it('has ended when it is completed, failed or cancelled', () => {
    assert.deepEqual(
      ['pending', 'running', 'retrying', 'completed', 'failed', 'cancelled'].map((status) => hasEnded({ status })),
      [false, false, false, true, true, true],
    );
  });

  it('has the amounts of its result, or what was written so far', () => {
    assert.equal(describeAmount({ result: { rows: 12_345, bytes: 2000, sha256: '' } }), '12.3k rows, 2 kB');
    assert.equal(describeAmount({ progress }), '4,000 rows, 1.2 MB');
    assert.equal(
      describeAmount({ progress: { ...progress, rows_estimated: 10_000 } }),
      '4,000 of about 10k rows, 1.2 MB',
    );
    assert.equal(describeAmount({}), '–');
  });

  it.each([
    [
      job({ status: 'failed', error: { code: 'row_limit_reached', message: 'More than 10 rows.' } }),
      /More than 10 rows/,
    ],
    [job({ status: 'retrying', attempt_count: 2 }), /Attempt 2 has failed\. It is retried automatically/],
    [job({ result_expired: true }), /has been deleted/],
    [job({ result_expires_at: '2026-11-02T08:00:00Z' }), /deleted at Nov 2/],
  ])('says why it is in its state', (of, expected) => {
    assert.match(explainJob(of, 'UTC'), expected);
  });

  it('can be downloaded when it is there, by a role that may', () => {
    assert.equal(whyNoDownload(job({}), true), undefined);
    assert.match(whyNoDownload(job({}), false) ?? '', /export:download/);
    assert.match(whyNoDownload(job({ result_expired: true }), true) ?? '', /deleted/);
  });

  it('is described by its query without the times', () => {
    assert.equal(describeQuery({ signal: 'logs', q: 'a', level: ['warn'], start_time: 'x' }), 'q: a, level: ["warn"]');
  });
});
