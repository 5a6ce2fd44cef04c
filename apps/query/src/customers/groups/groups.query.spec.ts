import { checkGolden, testScope } from '@svc/reading/testing';
import { selectGroupsOfKey } from './groups.query.js';

describe('the statements of groups', () => {
  it('matches the reviewed statements', () => {
    checkGolden(import.meta.url, { 'of all types with a key': selectGroupsOfKey(testScope(7), "o'hara", 11) });
  });
});
