import assert from 'node:assert/strict';
import { toMilliseconds } from './durations.js';
import { fromLocal, toLocal } from './local-time.js';

describe('Times of forms', () => {
  it('are those of the time zone of a schedule, also after clocks have changed', () => {
    for (const [iso, text] of [
      ['2026-07-01T10:30:00.000Z', '2026-07-01T12:30'],
      ['2026-12-01T10:30:00.000Z', '2026-12-01T11:30'],
    ] as const) {
      assert.equal(toLocal(Date.parse(iso), 'Europe/Berlin'), text);
      assert.equal(fromLocal(text, 'Europe/Berlin'), Date.parse(iso));
    }
    assert.equal(fromLocal('', 'UTC'), undefined);
  });

  it.each([
    ['30s', 30_000],
    ['1h30m', 5_400_000],
    ['7d', 604_800_000],
    ['', undefined],
    ['5', undefined],
    ['m5', undefined],
  ])('have lengths such as %s', (text, ms) => {
    assert.equal(toMilliseconds(text), ms);
  });
});
