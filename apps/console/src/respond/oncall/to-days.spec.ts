import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toDays } from './to-days.js';

const ZONE = 'Europe/Berlin';
const shift = (name: string, start: string, end: string) => ({
  user_id: name,
  name,
  layer: 'Days',
  source: 'layer',
  start,
  end,
});

describe('The calendar of a schedule', () => {
  it('has a row for each day of its time zone, in which shifts and gaps are cut at midnight', () => {
    const plan = {
      shifts: [shift('ada', '2026-11-01T08:00:00Z', '2026-11-02T08:00:00Z')],
      gaps: [{ reason: 'uncovered', start: '2026-11-02T08:00:00Z', end: '2026-11-02T23:00:00Z' }],
    };
    const days = toDays(plan, ZONE, Date.parse('2026-10-31T23:00:00Z'), Date.parse('2026-11-02T23:00:00Z'));
    assert.deepEqual(
      days.map(({ segments }) => segments.map(({ kind, name, start, end }) => [kind, name, start, end].join(' '))),
      [['duty ada 09:00 24:00'], ['duty ada 00:00 09:00', 'gap uncovered 09:00 24:00']],
    );
  });

  it('shows users who are on call at the same time below each other', () => {
    const plan = {
      shifts: [
        shift('ada', '2026-11-01T08:00:00Z', '2026-11-01T12:00:00Z'),
        shift('grace', '2026-11-01T10:00:00Z', '2026-11-01T14:00:00Z'),
        shift('ada', '2026-11-01T12:00:00Z', '2026-11-01T16:00:00Z'),
      ],
      gaps: [],
    };
    const [day] = toDays(plan, 'UTC', Date.parse('2026-11-01T00:00:00Z'), Date.parse('2026-11-02T00:00:00Z'));
    assert.deepEqual(
      day?.segments.map(({ name, lane }) => [name, lane]),
      [
        ['ada', 0],
        ['grace', 1],
        ['ada', 0],
      ],
    );
    assert.equal(day?.lanes, 2);
  });

  it('keeps every segment in its day, also when clocks change', () => {
    const start = Date.parse('2026-10-20T00:00:00Z');
    const hours = fc.integer({ min: 0, max: 24 * 14 });
    fc.assert(
      fc.property(hours, fc.integer({ min: 1, max: 100 }), (from, length) => {
        const at = (hour: number): string => new Date(start + hour * 3_600_000).toISOString();
        const days = toDays(
          { shifts: [shift('a', at(from), at(from + length))], gaps: [] },
          ZONE,
          start,
          start + 14 * 86_400_000,
        );
        for (const { segments } of days)
          for (const { from: left, to } of segments) assert.ok(left >= 0 && to <= 1 && left < to);
      }),
    );
  });
});
