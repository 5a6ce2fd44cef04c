import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import { findZone } from './zone.js';

const at = (text: string): number => Date.parse(text);
const wall = (text: string): number => Date.parse(`${text}Z`);

describe('a zone', () => {
  it('agrees with Temporal about the offset of each six hours of ten years', () => {
    for (const name of ['America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Chatham']) {
      const zone = findZone(name);
      for (let ms = at('2020-01-01T00:00:00Z'); ms < at('2030-01-01T00:00:00Z'); ms += 6 * 3_600_000) {
        const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name);
        assert.equal(zone.wallAt(ms) - ms, offsetNanoseconds / 1e6, `${name} ${new Date(ms).toISOString()}`);
      }
    }
  });

  it('reaches a skipped time when it is skipped, and a repeated one at its first moment', () => {
    const moments: [string, string, string][] = [
      ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:00:00Z'],
      ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00Z'],
      ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00Z'],
      ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00Z'],
      ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:30:00Z'],
      ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00Z'],
      ['Asia/Kathmandu', '2026-01-01T09:00', '2026-01-01T03:15:00Z'],
      // A whole day that Samoa skipped.
      ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00:00Z'],
    ];
    for (const [name, local, moment] of moments)
      assert.equal(
        new Date(findZone(name).firstMomentAt(wall(local))).toISOString(),
        new Date(moment).toISOString(),
        local,
      );
  });
});
