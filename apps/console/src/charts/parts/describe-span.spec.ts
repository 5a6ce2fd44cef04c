import assert from 'node:assert/strict';
import { describeSpan } from './describe-span.js';

const at = (iso: string): number => Date.parse(iso);
const NOW = at('2026-11-02T00:00:00Z');

describe('description of a span of time', () => {
  it.each([
    ['2026-11-01T08:00:00Z', '2026-11-01T08:05:00Z', 'UTC', 'Nov 1, 08:00 – 08:05'],
    ['2026-11-01T08:00:00Z', '2026-11-01T08:00:10Z', 'UTC', 'Nov 1, 08:00:00 – 08:00:10'],
    ['2026-11-01T08:00:00.000Z', '2026-11-01T08:00:00.200Z', 'UTC', 'Nov 1, 08:00:00.000 – 08:00:00.200'],
    ['2026-11-01T22:30:00Z', '2026-11-01T23:30:00Z', 'Europe/Zurich', 'Nov 1, 23:30 – Nov 2, 00:30'],
    ['2025-12-31T23:00:00Z', '2026-01-01T01:00:00Z', 'UTC', 'Dec 31, 2025, 23:00 – Jan 1, 01:00'],
  ] as const)('describes the span from %s to %s in %s', (start, end, zone, expected) => {
    assert.equal(describeSpan(at(start), at(end), zone, NOW), expected);
  });
});
