import { checkGolden, testScope } from '@svc/reading/testing';
import { logFilters, NO_FILTERS } from '../log-filters.js';
import { selectBucketCounts, selectBucketStarts, selectMessages } from './patterns.query.js';
import { bucketRange, splitIntoBuckets } from './sampling.js';

describe('the statements of log patterns', () => {
  it('matches the reviewed statements', () => {
    const scope = testScope(7);
    const filter = logFilters({ ...NO_FILTERS, level: ['error'] }, scope);
    const range = { from: 1_795_200_000_000_000_000n, to: 1_795_286_400_000_000_000n };
    const buckets = splitIntoBuckets(range);
    const records = { scope, range, filter, sample: 1000 };
    const samples = [0, 23].map((bucket) => ({ bucket, records: { ...records, range: bucketRange(buckets, bucket) } }));
    checkGolden(import.meta.url, {
      'how many records each bucket has': selectBucketCounts({ ...records, isByMinute: false }, buckets),
      'how many records its minutes have': selectBucketCounts({ ...records, isByMinute: true }, buckets),
      'where the newest of them begin': selectBucketStarts(samples),
      'their messages': selectMessages(samples),
    });
  });
});
