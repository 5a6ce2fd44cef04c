import { checkGolden, scopeOf } from '@svc/reading/testing';
import { selectBuckets, selectKnownService, selectServices } from './services.query.js';

describe('the statements of service queries', () => {
  it('are those that were reviewed', () => {
    const hour = { from: 1_795_200_000_000_000_000n, to: 1_795_203_600_000_000_000n };
    const buckets = {
      scope: scopeOf(7),
      service: 'checkout',
      environments: ['production'],
      range: hour,
      width: 300_000_000_000n,
    };
    checkGolden(import.meta.url, {
      'all services': selectServices(scopeOf(7), hour, [], 10_000),
      'services of environments': selectServices(scopeOf(7), hour, ['production', 'staging'], 10_000),
      'one service over time': selectBuckets(buckets),
      'whether a service is known': selectKnownService(scopeOf(7), 'checkout'),
    });
  });
});
