import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatDateTime, formatTime } from './format.js';
import { parseLocal } from './parse-local.js';
import { describeOffset, findZone, isZone, offsetAt } from './zone.js';

const ZONES = [
  'UTC',
  'Europe/Zurich',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
];
const NOW = Date.parse('2026-11-15T12:00:00Z');
const HOUR_MS = 3_600_000;

/** Instants around changes of clocks and around now, and all others. */
const instants = fc.oneof(
  fc.integer({ min: Date.parse('1971-01-01T00:00Z'), max: Date.parse('2037-12-31T00:00Z') }),
  fc.integer({ min: -48 * HOUR_MS, max: 1500 * HOUR_MS }).map((distance) => NOW + distance),
  ...[
    '2026-03-29T01:00Z',
    '2026-10-25T01:00Z',
    '2026-03-08T07:00Z',
    '2026-11-01T06:00Z',
    '2026-04-04T15:00Z',
    '2026-10-03T15:30Z',
  ].map((change) =>
    fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }).map((distance) => Date.parse(change) + distance),
  ),
);

function iso(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString().replace('.000Z', 'Z');
}

describe('zones', () => {
  it('knows offsets of less than an hour, before and after changes', () => {
    const offset = (zone: string, time: string): string => describeOffset(zone, Date.parse(time));
    assert.equal(offset('Asia/Kathmandu', '2026-11-01T00:00Z'), 'UTC+5:45');
    assert.equal(offset('Australia/Lord_Howe', '2026-06-01T00:00Z'), 'UTC+10:30');
    assert.equal(offset('Australia/Lord_Howe', '2026-12-01T00:00Z'), 'UTC+11');
    assert.equal(offset('America/New_York', '2026-11-01T05:59:59Z'), 'UTC−4');
    assert.equal(offset('America/New_York', '2026-11-01T06:00:00Z'), 'UTC−5');
    assert.equal(offset('UTC', '2026-11-01T06:00:00Z'), 'UTC');
    assert.equal(offsetAt('Europe/Zurich', -1), HOUR_MS);
  });

  it('finds the proper name of a typed zone', () => {
    assert.equal(findZone('europe/zurich'), 'Europe/Zurich');
    assert.equal(findZone('utc'), 'UTC');
    assert.ok(isZone(findZone('asia/kathmandu') ?? ''));
  });

  it('tells names of zones from other texts', () => {
    assert.deepEqual(['UTC', 'Europe/Zurich', 'Mars/Phobos', '', 'constructor'].map(isZone), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('typed times', () => {
  it('reads back what is shown, with the earlier of two instants that are shown alike', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), instants, (zone, ms) => {
        const shown = formatDateTime(ms, zone, { precision: 'millisecond', nowMs: NOW });
        const read = parseLocal(shown, zone, NOW) ?? assert.fail(shown);
        if (read.ms === ms) return;
        assert.ok(read.ms < ms && read.note !== undefined, `${shown} ${zone}`);
        assert.equal(formatDateTime(read.ms, zone, { precision: 'millisecond', nowMs: NOW }), shown);
      }),
      { numRuns: 2000 },
    );
  });

  it('says that a time exists twice or not at all', () => {
    const read = (text: string, zone: string): unknown => {
      const { ms, note } = parseLocal(text, zone, NOW) ?? {};
      return [iso(ms), note?.split(',')[0]];
    };
    const back = 'Clocks are set back here';
    const forward = 'Clocks are set forward here';
    assert.deepEqual(read('2026-10-25 02:30', 'Europe/Zurich'), ['2026-10-25T00:30:00Z', back]);
    assert.deepEqual(read('2026-03-29 02:30', 'Europe/Zurich'), ['2026-03-29T01:00:00Z', forward]);
    assert.deepEqual(read('2026-11-01 01:59:59', 'America/New_York'), ['2026-11-01T05:59:59Z', back]);
    assert.deepEqual(read('2026-10-04 02:15', 'Australia/Lord_Howe'), ['2026-10-03T15:30:00Z', forward]);
    assert.deepEqual(read('2026-04-05 01:45', 'Australia/Lord_Howe'), ['2026-04-04T14:45:00Z', back]);
    assert.deepEqual(read('2026-10-25 03:00', 'Europe/Zurich'), ['2026-10-25T02:00:00Z', undefined]);
  });

  it('reads each form in the zone that is shown', () => {
    const forms: Readonly<Record<string, string | undefined>> = {
      '2026-11-01 08:30': '2026-11-01T07:30:00Z',
      '2026-11-01T08:30:15.250': '2026-11-01T07:30:15.250Z',
      '2026-11-01': '2026-10-31T23:00:00Z',
      '08:30': '2026-11-15T07:30:00Z',
      today: '2026-11-14T23:00:00Z',
      ' Yesterday  14:00 ': '2026-11-14T13:00:00Z',
      'nov 1 8:30': '2026-11-01T07:30:00Z',
      '1 November, 8:30': '2026-11-01T07:30:00Z',
      'Dec 24 18:00': '2025-12-24T17:00:00Z',
      'Jul 4, 2025, 08:30': '2025-07-04T06:30:00Z',
      '1793521800': '2026-11-01T07:30:00Z'.replace('07:30', '08:30'),
      '1793521800123': '2026-11-01T08:30:00.123Z',
      '1793521800123456789': '2026-11-01T08:30:00.123Z',
      '2026-11-01T08:30:00+05:45': '2026-11-01T02:45:00Z',
      '2026-11-01T08:30:00.123456789Z': '2026-11-01T08:30:00.123Z',
      '2026-02-30 08:30': undefined,
      '25:00': undefined,
      '2026-11-01T08:30:00+25:00': undefined,
      'nov 31': undefined,
      tomorrow: undefined,
      '': undefined,
    };
    for (const [text, expected] of Object.entries(forms))
      assert.equal(iso(parseLocal(text, 'Europe/Zurich', NOW)?.ms), expected, text);
  });

  it('refuses every other text without failing', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseLocal(text, 'Europe/Zurich', NOW)));
  });
});

describe('shown times', () => {
  it('keeps nine decimals of a text', () => {
    assert.equal(formatTime('2026-11-01T08:30:00.123456789Z', 'Asia/Kathmandu', 'full'), '14:15:00.123456789');
    assert.equal(formatTime('2026-11-01T08:30:00Z', 'UTC', 'full'), '08:30:00');
    assert.equal(formatTime('2026-11-01T08:30:00.9999Z', 'UTC', 'millisecond'), '08:30:00.999');
    assert.equal(formatTime('not a time', 'UTC'), 'not a time');
  });
});
