import assert from 'node:assert/strict';
import { parsePeriod } from './period.js';

const ns = (text: string): bigint => BigInt(Date.parse(text)) * 1_000_000n;

describe('parsePeriod', () => {
  for (const [name, now, from, to] of [
    ['2026-02', '2026-07-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['2024-12', '2026-07-01T00:00:00Z', '2024-12-01T00:00:00Z', '2025-01-01T00:00:00Z'],
    ['', '2026-07-31T23:59:59.999Z', '2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z'],
    ['', '2026-08-01T00:00:00Z', '2026-08-01T00:00:00Z', '2026-09-01T00:00:00Z'],
  ] as const) {
    it(`returns ${name || 'the current month'} at ${now}`, () => {
      const period = parsePeriod(name, Date.parse(now));
      assert.deepEqual(period, { name: from.slice(0, 7), range: { from: ns(from), to: ns(to) } });
    });
  }
});
