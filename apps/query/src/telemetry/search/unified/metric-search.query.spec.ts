import { checkGolden, scopeOf } from '@svc/reading/testing';
import { selectMatchingMetrics } from './metric-search.query.js';

describe('the statement of a search among metrics', () => {
  it('is the one that was reviewed', () => {
    const search = { service: [], since: 1_795_200_000_000_000_000n, limit: 21 };
    checkGolden(import.meta.url, {
      'a word': selectMatchingMetrics(scopeOf(7), { ...search, q: 'latency' }),
      'fields and labels': selectMatchingMetrics(scopeOf(7), {
        ...search,
        q: 'name:http.* type:histogram region:eu',
        service: ['cart'],
      }),
    });
  });
});
