import assert from 'node:assert/strict';
import { formatTime, nameOf, quote } from './texts.js';

describe('the texts of evidence', () => {
  it.each([
    ['checkout', 'checkout'],
    ['a\r\nb\tc', 'a b c'],
    ['a\u0000\u001b[31mb\u202e', 'a [31mb'],
    ['x'.repeat(1_000), `${'x'.repeat(159)}…`],
  ])('have the name %j on one bounded line', (name, expected) => {
    assert.equal(nameOf(name), expected);
    assert.equal(quote(name), `"${expected}"`);
  });

  it('say the zone of a time', () => {
    assert.equal(formatTime(Date.parse('2026-11-29T14:03:20.900Z')), '14:03:20 UTC');
  });
});
