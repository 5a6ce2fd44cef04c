import assert from 'node:assert/strict';
import fc from 'fast-check';
import { COST_DECIMALS, formatMoney, parseMoney, roundToCost } from './money.js';

describe('money', () => {
  it('reads exact prices, numbers by their shortest text', () => {
    const cases: readonly (readonly [string | number, bigint])[] = [
      [1.5e-7, 150_000_000_000n],
      ['1.5e-7', 150_000_000_000n],
      ['0.000000150', 150_000_000_000n],
      [0, 0n],
      ['0.000', 0n],
      [1e-18, 1n],
      ['0.000000000000000001', 1n],
      ['1E+2', 100n * 10n ** 18n],
      [999_999_999, 999_999_999n * 10n ** 18n],
      ['0.1000000000000000000000', 10n ** 17n],
    ];
    for (const [value, atto] of cases) assert.equal(parseMoney(value), atto, String(value));
  });

  it('reads nothing that is negative, too exact, too large, or no number', () => {
    for (const value of [
      -1,
      '-0.1',
      '1e-19',
      '0.0000000000000000015',
      1e9,
      '1e999',
      NaN,
      Infinity,
      '',
      ' 1',
      '1,5',
      '0x1',
      '.5',
    ]) {
      assert.equal(parseMoney(value), undefined, String(value));
    }
  });

  it('reads what it writes', () => {
    fc.assert(fc.property(fc.bigInt(0n, 10n ** 27n - 1n), (atto) => assert.equal(parseMoney(formatMoney(atto)), atto)));
  });

  it('rounds half to even', () => {
    const cost = (text: string): string => formatMoney(roundToCost(parseMoney(text) ?? -1n), COST_DECIMALS);
    assert.equal(cost('0.0000000000005'), '0');
    assert.equal(cost('0.0000000000015'), '0.000000000002');
    assert.equal(cost('0.0000000000025'), '0.000000000002');
    assert.equal(cost('0.000000000002500001'), '0.000000000003');
    assert.equal(cost('1.2225059999999999'), '1.222506');
  });
});
