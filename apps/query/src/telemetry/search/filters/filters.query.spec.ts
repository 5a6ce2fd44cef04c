import { checkGolden, testScope } from '@svc/reading/testing';
import { FILTER_FIELDS, selectFilterValues } from './filters.query.js';

describe('the statements of filter values', () => {
  it('matches the reviewed statements', () => {
    const range = { from: 1_795_200_000_000_000_001n, to: 1_795_286_400_000_000_001n };
    checkGolden(
      import.meta.url,
      Object.fromEntries(
        [...FILTER_FIELDS, 'tenant'].map((field) => [field, selectFilterValues(field, testScope(7), range, 101)]),
      ),
    );
  });
});
