import assert from 'node:assert/strict';
import { personId } from './person-id.js';
import { isValidDistinctId } from './valid-distinct-id.js';

describe('personId', () => {
  it('returns a UUID version 5', () => {
    // The example of RFC 9562, appendix A.4: the DNS namespace.
    assert.equal(
      personId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com'),
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
    assert.throws(() => personId('project', 'x'), TypeError);
  });
});

describe('isValidDistinctId', () => {
  it('rejects placeholders in any case, with any spaces and quotation marks', () => {
    for (const id of [
      '',
      '0',
      'anonymous',
      'Guest',
      ' NULL ',
      '"undefined"',
      "'NaN'",
      '[object Object]',
      '"\'none\'"',
      'TRUE',
    ]) {
      assert.equal(isValidDistinctId(id), false, id);
    }
    assert.equal(isValidDistinctId('00000000-0000-0000-0000-000000000000'), false);
    for (const id of ['00', '10', 'guest-7', 'nullius', 'ann', '"ann"', '0x0', 'anonymous@example.com']) {
      assert.equal(isValidDistinctId(id), true, id);
    }
  });
});
