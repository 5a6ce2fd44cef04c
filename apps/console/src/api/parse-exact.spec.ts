import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatExact, parseExact } from './parse-exact.js';

describe('exact JSON', () => {
  it('keeps integers that a float cannot hold', () => {
    const text = '{"a":9007199254740993,"b":[-12345678901234567890,1],"c":1.5}';
    assert.deepEqual(parseExact(text), { a: 9007199254740993n, b: [-12345678901234567890n, 1], c: 1.5 });
    assert.equal(formatExact(parseExact(text)), text);
  });

  it('leaves texts that look like a kept integer alone', () => {
    const value = { a: '\0\uE0001\0x', b: '9007199254740993', c: 9007199254740993n };
    assert.deepEqual(parseExact(formatExact(value)), value);
  });

  it('reads what the built-in parser reads', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.deepEqual(JSON.parse(formatExact(parseExact(text))), JSON.parse(text));
      }),
    );
  });
});
