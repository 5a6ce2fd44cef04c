import assert from 'node:assert/strict';
import { perMillion } from './per-million.js';

describe('perMillion()', () => {
  it('shifts the decimal point and nothing else', () => {
    const cases = [
      ['0.0000025', '2.5'],
      ['0.00000015', '0.15'],
      ['0.000015', '15'],
      ['0', '0'],
      ['2', '2000000'],
      ['1.5', '1500000'],
      ['0.000000000000000001', '0.000000000001'],
    ] as const;
    for (const [price, expected] of cases) assert.equal(perMillion(price), expected, price);
    assert.equal(perMillion(null), '');
  });
});
