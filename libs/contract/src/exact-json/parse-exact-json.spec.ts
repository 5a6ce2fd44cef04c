import assert from 'node:assert/strict';
import { parseExactJson, toNumber } from './parse-exact-json.js';

describe('parseExactJson', () => {
  it('keeps the digits of integers that a double would change', () => {
    assert.deepEqual(parseExactJson('{"a":[1234567890123456789,-9007199254740993],"b":"1234567890123456789"}'), {
      a: [1_234_567_890_123_456_789n, -9_007_199_254_740_993n],
      b: '1234567890123456789',
    });
    assert.equal(parseExactJson(' 18446744073709551616'), 18_446_744_073_709_551_616n);
  });

  it('reads all other numbers as JSON.parse does', () => {
    for (const text of ['9007199254740991', '-9007199254740991', '1e300', '1234567890123456.5', '0', '1e400'])
      assert.equal(parseExactJson(text), JSON.parse(text), text);
  });

  it('knows which integers a double keeps, digit by digit', () => {
    const kept = [9_007_199_254_740_991n, 1_795_000_000_000_000_000n, -100_000_000_000_000_000_000n];
    for (const integer of kept) assert.equal(JSON.stringify(toNumber(integer)), String(integer));
    for (const integer of [9_007_199_254_740_993n, 1_234_567_890_123_456_789n, 10n ** 21n])
      assert.equal(toNumber(integer), undefined);
  });
});
