import { checkGolden, testScope } from '@svc/reading/testing';
import { selectServicesOfPerson } from './person-services.query.js';

const range = { from: 1_795_200_000_000_000_000n, to: 1_795_203_600_000_000_000n };

describe('the statements of the subjects of investigations', () => {
  it('matches the reviewed statements', () => {
    checkGolden(import.meta.url, { 'services of a person': selectServicesOfPerson(testScope(7), 'ann', range, 20) });
  });
});
