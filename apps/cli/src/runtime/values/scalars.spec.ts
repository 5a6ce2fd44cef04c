import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isIdempotencyKey, parseBoolean, parseInteger, parseList, parseUint64 } from './scalars.js';

describe('scalars', () => {
  it('parses decimal integers exactly', () => {
    assert.equal(parseInteger('50'), 50);
    assert.equal(parseInteger('-3'), -3);
    assert.equal(parseInteger('9007199254740991'), Number.MAX_SAFE_INTEGER);
    for (const text of ['', '1.0', '1e3', '0x10', ' 1', '1 ', '1_000', '9007199254740992', '١', 'NaN']) {
      assert.equal(parseInteger(text), undefined, text);
    }
  });

  it('parses unsigned 64-bit integers exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => parseUint64(String(value)) === value),
    );
    for (const text of ['', '-1', '+1', '18446744073709551616', '1e3', '1.0', '0x1', ' 1', '99999999999999999999999']) {
      assert.equal(parseUint64(text), undefined, text);
    }
  });

  it('accepts the boolean spellings of Go', () => {
    for (const text of ['1', 't', 'T', 'true', 'TRUE', 'True']) assert.equal(parseBoolean(text), true, text);
    for (const text of ['0', 'f', 'F', 'false', 'FALSE', 'False']) assert.equal(parseBoolean(text), false, text);
    for (const text of ['', 'yes', 'no', 'on', 'tRUE', '2']) assert.equal(parseBoolean(text), undefined, text);
  });

  it('splits repeated lists at commas and rejects empty items', () => {
    assert.deepEqual(parseList(['logs:read, traces:read', 'metrics:read']), [
      'logs:read',
      'traces:read',
      'metrics:read',
    ]);
    assert.deepEqual(parseList([String.raw`a\,b,c\\,d`]), [String.raw`a\,b`, String.raw`c\\`, 'd']);
    for (const occurrences of [[''], ['a,'], [',a'], ['a', ' ']]) assert.equal(parseList(occurrences), undefined);
  });

  it('accepts 1 to 128 permitted characters as an idempotency key', () => {
    for (const key of ['a', 'A.b_c:d-9', 'x'.repeat(128)]) assert.ok(isIdempotencyKey(key), key);
    for (const key of ['', 'x'.repeat(129), 'a b', 'a\n', 'ключ', 'a/b', 'ａ']) assert.ok(!isIdempotencyKey(key), key);
  });
});
