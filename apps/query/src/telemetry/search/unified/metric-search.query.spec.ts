import { checkGolden, testScope } from '@svc/reading/testing';
import { selectMatchingMetrics } from './metric-search.query.js';

describe('the statement of a metric search', () => {
  it('matches the reviewed statement', () => {
    const search = { service: [], since: 1_795_200_000_000_000_000n, limit: 21 };
    checkGolden(import.meta.url, {
      'a word': selectMatchingMetrics(testScope(7), { ...search, q: 'latency' }),
      'fields and labels': selectMatchingMetrics(testScope(7), {
        ...search,
        q: 'name:http.* type:histogram region:eu',
        service: ['cart'],
      }),
    });
  });
});
