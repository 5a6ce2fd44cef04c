import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseDuration } from './duration.js';

describe('parseDuration', () => {
  it('adds the parts of a duration', () => {
    const cases: readonly [string, number][] = [
      ['30m', 1_800_000],
      ['6h', 21_600_000],
      ['7d', 604_800_000],
      ['1h30m', 5_400_000],
      ['30m0s', 1_800_000],
      ['1h0m0s', 3_600_000],
      ['100ms', 100],
      ['1s500ms', 1500],
      ['1m', 60_000],
      ['1d1h1m1s1ms', 90_061_001],
    ];
    for (const [text, ms] of cases) assert.equal(parseDuration(text), ms, text);
  });

  it('rejects everything except positive durations', () => {
    const refused = ['', '0', '0s', '0h0m', '-5m', '+5m', '5', '5 m', ' 5m', '5m ', '1.5h', '5M', '5w', '5y', '1e3s'];
    for (const text of [...refused, '30m1h', '5m5m', '5ms1s', '99999999999d', '36501d', '５m', 'h', '5mm']) {
      assert.equal(parseDuration(text), undefined, text);
    }
  });

  it('reads back every duration exactly', () => {
    const part = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(part, part, part, part, part, (d, h, m, s, ms) => {
        const total = d * 86_400_000 + h * 3_600_000 + m * 60_000 + s * 1000 + ms;
        assert.equal(parseDuration(`${d}d${h}h${m}m${s}s${ms}ms`), total === 0 ? undefined : total);
      }),
    );
  });
});
