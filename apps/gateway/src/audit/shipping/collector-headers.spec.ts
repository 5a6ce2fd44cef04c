import assert from 'node:assert/strict';
import { parseCollectorHeaders } from './collector-headers.js';

describe('headers of the audit collector', () => {
  it('parses pairs with percent-encoded values', () => {
    assert.deepEqual(parseCollectorHeaders('x-key=a%20b, Authorization=Bearer x=='), {
      'x-key': 'a b',
      Authorization: 'Bearer x==',
    });
  });

  it('refuses invalid headers without repeating them', () => {
    for (const text of ['sentinel', '=sentinel', 'a=1,,b=sentinel', 'a=%sentinel']) {
      assert.throws(
        () => parseCollectorHeaders(text),
        (error: Error) => !error.message.includes('sentinel'),
      );
    }
  });
});
