import { checkGolden, testScope } from '@svc/reading/testing';
import { selectIdsWithEmail } from './email.query.js';

describe('the statement that finds IDs by an e-mail address', () => {
  it('matches the reviewed one', () => {
    checkGolden(import.meta.url, {
      'IDs with an address': selectIdsWithEmail(testScope(7), 'o\'"Hara@example.com', 11),
    });
  });
});
