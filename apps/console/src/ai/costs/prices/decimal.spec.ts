import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shiftDecimal } from './decimal.js';

describe('a decimal text', () => {
  it('is multiplied by a power of ten without a float', () => {
    for (const [text, places, expected] of [
      ['2.50', -6, '0.0000025'],
      ['0.15', -6, '0.00000015'],
      ['1234567', -6, '1.234567'],
      ['0.00000015', 6, '0.15'],
      ['3', 6, '3000000'],
      ['0', -6, '0'],
      ['0.000000000001', -6, '0.000000000000000001'],
    ] as const)
      assert.equal(shiftDecimal(text, places), expected, text);
  });

  it('comes back after both directions', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n), (millionths) => {
        const text = shiftDecimal(String(millionths % 10n ** 12n), -12) ?? '';
        assert.equal(shiftDecimal(shiftDecimal(text, -6) ?? '', 6), text);
      }),
    );
  });

  it('is no other text', () => {
    for (const text of ['', '-1', '1e3', '1,5', '.5', '1.', ' 1', 'x'])
      assert.equal(shiftDecimal(text, 6), undefined, text);
  });
});
