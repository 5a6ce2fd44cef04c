import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatTimestamp, parseTimestamp, type Instant } from './timestamp.js';
import { Refusal } from './violations.js';

const instant: fc.Arbitrary<Instant> = fc
  .tuple(fc.bigInt(-62_135_596_800n, 253_402_300_799n), fc.nat(999_999_999))
  .map(([seconds, nanos]) => ({ seconds, nanos }));

describe('a timestamp', () => {
  it('keeps nanoseconds when formatted and parsed', () => {
    fc.assert(fc.property(instant, (value) => assert.deepEqual(parseTimestamp(formatTimestamp(value)), value)));
  });

  it('cuts digits beyond the nanosecond', () => {
    assert.deepEqual(
      parseTimestamp('2026-01-31T09:30:00.1234567899Z'),
      parseTimestamp('2026-01-31T09:30:00.123456789Z'),
    );
  });

  it('denotes the same instant in every time zone', () => {
    const expected = { seconds: 1_769_851_800n, nanos: 120_000_000 };
    const spellings = ['2026-01-31T09:30:00.12Z', '2026-01-31t09:30:00.120z', '2026-01-31T11:00:00.12+01:30'];
    for (const text of [...spellings, '2026-01-30T23:30:00.12-10:00'])
      assert.deepEqual(parseTimestamp(text), expected, text);
  });

  it('formats as many fractional digits as needed', () => {
    const printed = [0, 120_000_000, 120_300_000, 120_300_001].map((nanos) => formatTimestamp({ seconds: 0n, nanos }));
    assert.deepEqual(printed, [
      '1970-01-01T00:00:00Z',
      '1970-01-01T00:00:00.120Z',
      '1970-01-01T00:00:00.120300Z',
      '1970-01-01T00:00:00.120300001Z',
    ]);
  });

  it('rejects times without a zone or outside the calendar', () => {
    const wrong = [
      ...[
        '',
        ' ',
        'now',
        '1769851800',
        '2026-01-31',
        '2026-01-31T09:30:00',
        '2026-01-31 09:30:00Z',
        '2026-01-31T09:30Z',
      ],
      ...[
        '2026-02-30T00:00:00Z',
        '2026-02-29T00:00:00Z',
        '2026-00-10T00:00:00Z',
        '2026-13-01T00:00:00Z',
        '2026-04-31T00:00:00Z',
      ],
      ...['2026-01-00T00:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T09:60:00Z', '2026-01-31T09:30:60Z'],
      ...[
        '2026-01-31T09:30:00+24:00',
        '2026-01-31T09:30:00+00:60',
        '2026-01-31T09:30:00+0100',
        '2026-01-31T09:30:00 01:00',
      ],
      ...['2026-01-31T09:30:00.Z', '2026-01-31T09:30:00.Z', '2026-01-31T09:30:00,1Z', '02026-01-31T09:30:00Z'],
      ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00', '2026-01-31T09:30:00Z\n'],
    ];
    for (const text of wrong) assert.ok(parseTimestamp(text) instanceof Refusal, JSON.stringify(text));
    assert.deepEqual(parseTimestamp('2024-02-29T00:00:00Z'), { seconds: 1_709_164_800n, nanos: 0 });
  });

  it('formats no time that is out of range', () => {
    assert.throws(() => formatTimestamp({ seconds: 253_402_300_800n, nanos: 0 }), RangeError);
    assert.throws(() => formatTimestamp({ seconds: 0n, nanos: 1_000_000_000 }), RangeError);
  });
});
