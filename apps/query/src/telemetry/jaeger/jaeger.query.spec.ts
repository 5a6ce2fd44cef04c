import { checkGolden, testScope } from '@svc/reading/testing';
import { selectOperations, selectServiceNames, selectSpansOfTraces } from './jaeger.query.js';

const scope = testScope(7);
const during = { from: 1_795_200_000_000_000_000n, to: 1_795_203_600_000_000_000n };

it('matches the reviewed statements', () => {
  checkGolden(import.meta.url, {
    'spans of two traces': selectSpansOfTraces(
      scope,
      ['a', 'b'].map((digit) => digit.repeat(32)),
      during,
      10_001,
    ),
    'operations of a service': selectOperations(scope, 'shop', '', during, 100),
    'operations of one kind': selectOperations(scope, 'shop', 'server', during, 100),
    'names of services': selectServiceNames(scope, during, 100),
  });
});
