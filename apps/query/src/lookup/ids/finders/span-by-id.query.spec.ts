import { checkGolden, testScope } from '@svc/reading/testing';
import { selectSpansById } from './span-by-id.query.js';

describe('the statements of spans by their ID', () => {
  it('matches the reviewed statements', () => {
    const during = { from: 1_795_200_000_000_000_000n, to: 1_795_286_400_000_000_000n };
    const spanId = 'ab'.repeat(8);
    checkGolden(import.meta.url, {
      'of any trace': selectSpansById(testScope(7), spanId, { during, limit: 11 }),
      'of one trace': selectSpansById(testScope(7), spanId, { traceId: 'cd'.repeat(16), during, limit: 1 }),
    });
  });
});
