import { checkGolden, testScope } from '@svc/reading/testing';
import { selectBuckets, selectKnownService, selectServices } from './services.query.js';

describe('the statements of service queries', () => {
  it('matches the reviewed statements', () => {
    const hour = { from: 1_795_200_000_000_000_000n, to: 1_795_203_600_000_000_000n };
    const buckets = {
      scope: testScope(7),
      service: 'checkout',
      environments: ['production'],
      range: hour,
      width: 300_000_000_000n,
    };
    checkGolden(import.meta.url, {
      'all services': selectServices(testScope(7), hour, [], 10_000),
      'services of environments': selectServices(testScope(7), hour, ['production', 'staging'], 10_000),
      'one service over time': selectBuckets(buckets),
      'whether a service is known': selectKnownService(testScope(7), 'checkout'),
    });
  });
});
