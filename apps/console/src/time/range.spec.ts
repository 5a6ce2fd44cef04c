import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readTyped, toTyped } from './range-input.js';
import {
  DEFAULT_RANGE,
  describeRange,
  freeze,
  isRelative,
  repairRange,
  resolveRange,
  shift,
  toQuery,
  zoomOut,
  type Range,
} from './range.js';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const MINUTE_MS = 60_000;

function range(from: string, to: string): Range {
  return { from, to };
}

const ends = fc.oneof(
  fc.constant('now'),
  fc
    .record({ count: fc.integer({ min: 0, max: 5000 }), unit: fc.constantFrom('s', 'm', 'h', 'd', 'w') })
    .map(({ count, unit }) => `-${count}${unit}`),
  fc.integer({ min: 0, max: NOW }).map((ms) => new Date(ms).toISOString()),
  fc.string(),
);
const ranges = fc.record({ from: ends, to: ends });

describe('ranges of time', () => {
  it('has a start before its end, whatever the address says', () => {
    fc.assert(
      fc.property(ranges, (any) => {
        const { startMs, endMs } = resolveRange(any, NOW);
        assert.ok(startMs < endMs);
        assert.deepEqual(resolveRange(repairRange(any, NOW), NOW), { startMs, endMs });
        assert.deepEqual(resolveRange(freeze(any, NOW), NOW + 12_345), { startMs, endMs });
        assert.equal(isRelative(freeze(any, NOW)), false);
        assert.notEqual(describeRange(any, 'Europe/Zurich', NOW), '');
        assert.deepEqual(toQuery(any, NOW), {
          start_time: new Date(startMs).toISOString(),
          end_time: new Date(endMs).toISOString(),
        });
      }),
    );
  });

  it('falls back to the last hour for texts that are not valid', () => {
    const texts = [
      '',
      '15m',
      '-15',
      '-1.5h',
      '-99999999w',
      '2026-02-30T00:00:00Z',
      '2026-11-01 08:00',
      '2026-11-01T08:00:00+01:00',
      'now-1d',
      'NaN',
    ];
    for (const text of texts)
      assert.deepEqual(resolveRange(range(text, 'now'), NOW), resolveRange(DEFAULT_RANGE, NOW), text);
  });

  it('exchanges ends in the wrong order, and widens a range without width', () => {
    assert.deepEqual(repairRange(range('now', '-15m'), NOW), range('-15m', 'now'));
    assert.deepEqual(resolveRange(range('now', 'now'), NOW), { startMs: NOW - MINUTE_MS, endMs: NOW });
  });

  it('moves with the time unless both ends are fixed', () => {
    assert.equal(isRelative(range('-15m', 'now')), true);
    assert.equal(isRelative(range('2026-11-01T08:00:00Z', 'now')), true);
    assert.equal(isRelative(range('2026-11-01T08:00:00Z', '2026-11-01T09:00:00.5Z')), false);
    assert.equal(isRelative(range('nonsense', '2026-11-01T09:00:00Z')), true);
  });

  it('shifts by its width, back and forward to the same place, and never past now', () => {
    assert.deepEqual(shift(range('-15m', 'now'), NOW, -1), range('2026-11-15T11:30:00Z', '2026-11-15T11:45:00Z'));
    assert.deepEqual(shift(range('-15m', 'now'), NOW, 1), range('-15m', 'now'));
    assert.deepEqual(
      shift(range('2026-11-15T11:00:00Z', '2026-11-15T11:40:00Z'), NOW, 1),
      range('2026-11-15T11:20:00Z', '2026-11-15T12:00:00Z'),
    );
    fc.assert(
      fc.property(ranges, (any) => {
        const before = resolveRange(any, NOW);
        fc.pre(before.startMs >= before.endMs - before.startMs);
        const back = shift(any, NOW, -1);
        assert.equal(resolveRange(back, NOW).endMs, before.startMs);
        assert.deepEqual(resolveRange(shift(back, NOW, 1), NOW), before);
      }),
    );
  });

  it('stops at 1970, before which nothing is stored', () => {
    const first = range('1970-01-01T00:00:30Z', '1970-01-01T00:02:00Z');
    const stopped = range('1970-01-01T00:00:00Z', '1970-01-01T00:01:30Z');
    assert.deepEqual(shift(first, NOW, -1), stopped);
    assert.deepEqual(shift(stopped, NOW, -1), stopped);
    assert.equal(resolveRange(range('-4000w', 'now'), NOW).startMs, 0);
  });

  it('zooms out around the middle, and keeps ending now', () => {
    assert.deepEqual(zoomOut(range('-15m', 'now'), NOW), range('-30m', 'now'));
    assert.deepEqual(
      zoomOut(range('2026-11-01T08:00:00Z', '2026-11-01T09:00:00Z'), NOW),
      range('2026-11-01T07:30:00Z', '2026-11-01T09:30:00Z'),
    );
    assert.deepEqual(
      zoomOut(range('2026-11-15T11:00:00Z', '2026-11-15T12:00:00Z'), NOW),
      range('2026-11-15T10:00:00Z', '2026-11-15T12:00:00Z'),
    );
    fc.assert(
      fc.property(ranges, (any) => {
        const before = resolveRange(any, NOW);
        const after = resolveRange(zoomOut(any, NOW), NOW);
        const wide = 3660 * 86_400_000;
        assert.ok(
          before.endMs - before.startMs > wide / 2 || (after.startMs <= before.startMs && after.endMs >= before.endMs),
        );
      }),
    );
  });

  it('is described in words, in the zone that is shown', () => {
    const described: readonly (readonly [Range, string])[] = [
      [range('-15m', 'now'), 'Last 15 minutes'],
      [range('-1h', 'now'), 'Last hour'],
      [range('-2h', '-1h'), '2 hours ago – 1 hour ago'],
      [range('2026-11-01T07:00:00Z', '2026-11-01T08:30:00Z'), 'Nov 1, 08:00 – 09:30'],
      [range('2026-11-01T07:00:00Z', '2026-11-01T07:00:05Z'), 'Nov 1, 08:00 – 08:00:05'],
      [range('2026-11-01T22:00:00Z', '2026-11-02T00:00:00Z'), 'Nov 1, 23:00 – Nov 2, 01:00'],
      [range('2025-12-31T12:00:00Z', 'now'), 'Dec 31, 2025, 13:00 – now'],
    ];
    for (const [shown, text] of described) assert.equal(describeRange(shown, 'Europe/Zurich', NOW), text);
  });
});

describe('typed ends of a range', () => {
  it('keeps spans relative and reads times in the zone that is shown', () => {
    assert.equal(readTyped('15m', 'UTC', NOW)?.text, '-15m');
    assert.equal(readTyped(' NOW ', 'UTC', NOW)?.text, 'now');
    assert.deepEqual(readTyped('nov 1 8:30', 'Europe/Zurich', NOW), {
      text: '2026-11-01T07:30:00Z',
      ms: Date.parse('2026-11-01T07:30:00Z'),
      meaning: 'Nov 1, 08:30 UTC+1',
    });
    assert.match(readTyped('2026-10-25 02:30', 'Europe/Zurich', NOW)?.note ?? '', /exists twice/);
    assert.equal(readTyped('soon', 'UTC', NOW), undefined);
  });

  it('edits every instant as a text that means it, also the later of two that are shown alike', () => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    const texts = [
      ['2026-10-25T00:30:00Z', 'Europe/Berlin', 'Oct 25, 02:30'],
      ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00+01:00'],
      ['2026-11-01T06:30:00Z', 'America/New_York', '2026-11-01T01:30:00-05:00'],
      ['2026-11-01T05:30:00.250Z', 'America/New_York', 'Nov 1, 01:30:00.250'],
      ['2026-11-01T06:30:00Z', 'UTC', 'Nov 1, 06:30'],
    ] as const;
    for (const [point, zone, text] of texts) {
      assert.equal(toTyped(point, zone, now), text);
      assert.equal(readTyped(text, zone, now)?.text, point);
    }
  });

  it('reads back the text to edit', () => {
    for (const point of ['now', '-15m', '2026-11-01T07:30:00Z', '2025-11-01T07:30:15Z'])
      assert.equal(readTyped(toTyped(point, 'Asia/Kathmandu', NOW), 'Asia/Kathmandu', NOW)?.text, point);
  });
});
