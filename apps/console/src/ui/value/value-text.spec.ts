import assert from 'node:assert/strict';
import { toExactText, toShownText } from './value-text.js';

describe('texts of values', () => {
  it('are copied exactly and shown by their kind', () => {
    assert.equal(toExactText(2n ** 53n + 1n), '9007199254740993');
    assert.equal(toExactText({ id: 2n ** 53n + 1n }), '{"id":9007199254740993}');
    assert.equal(toExactText('a\u202Eb'), 'a\u202Eb');
    assert.deepEqual([undefined, null, false, 0].map(toExactText), ['', '', 'false', '0']);
    assert.equal(toShownText(2n ** 53n + 1n, 'bigint'), '9,007,199,254,740,993');
    assert.equal(toShownText(1_240_000_000, 'duration'), '1.24 s');
    assert.equal(toShownText('n/a', 'duration'), 'n/a');
    assert.equal(toShownText(1234, 'id'), '1234');
  });
});
