import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { int64s, sql, stringParam, type Sql } from '../statement/index.js';
import { ampleBudget } from '../testing/index.js';
import { calendarPeriods, type CalendarUnit } from './calendar.js';

const NS = 1_000_000n;
const ns = (time: string): bigint => BigInt(Date.parse(time)) * NS;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'America/Santiago',
  'Pacific/Apia',
  'Africa/Cairo',
];

describe('calendarPeriods', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  it('starts periods where the column store does, also when clocks change', async () => {
    const range = { from: ns('2025-09-20T10:30:00Z'), to: ns('2026-11-20T00:00:00Z') };
    const starting: Readonly<Record<Exclude<CalendarUnit, 'hour'>, Sql>> = {
      day: sql`toStartOfDay(at)`,
      week: sql`toMonday(at)`,
      month: sql`toStartOfMonth(at)`,
    };
    for (const zone of ZONES) {
      for (const [unit, start] of Object.entries(starting)) {
        const { starts, end } = calendarPeriods(range, unit as CalendarUnit, zone);
        assert.ok((starts[0] ?? end) <= range.from && end >= range.to, zone);
        // The first and the last moment of each period. The column store converts dates to times in UTC, so dates are
        // compared.
        const moments = starts.flatMap((from, index) => [from, (starts[index + 1] ?? end) - 1n]);
        const rows = await engine.store.query<{ period: string; day: string }>(
          ampleBudget().statement(sql`SELECT toString(toDate(${start})) AS period, toString(toDate(at)) AS day
FROM (SELECT toTimeZone(fromUnixTimestamp64Nano(arrayJoin(${int64s(moments)})), ${stringParam(zone)}) AS at)`),
        );
        for (let index = 0; index < starts.length; index++) {
          const [first, last] = [rows[2 * index], rows[2 * index + 1]];
          assert.equal(first?.period, first?.day, `${zone} ${unit} ${index}: starts at its own start`);
          assert.equal(last?.period, first?.period, `${zone} ${unit} ${index}: ends in itself`);
        }
        assert.equal(new Set(rows.map(({ period }) => period)).size, starts.length, `${zone} ${unit}`);
      }
    }
  });

  it('knows the first years of the calendar', () => {
    const starts = (unit: CalendarUnit, zone: string): string[] =>
      calendarPeriods({ from: ns('0001-01-01T00:00:00Z'), to: ns('0001-03-01T00:00:00Z') }, unit, zone).starts.map(
        (start) => new Date(Number(start / NS)).toISOString(),
      );
    assert.deepEqual(starts('month', 'UTC'), ['0001-01-01T00:00:00.000Z', '0001-02-01T00:00:00.000Z']);
    // Local mean time applied before standard time: New York was 4 h 56 min 2 s behind Greenwich.
    assert.deepEqual(starts('month', 'America/New_York'), [
      '0000-12-01T04:56:02.000Z',
      '0001-01-01T04:56:02.000Z',
      '0001-02-01T04:56:02.000Z',
    ]);
    assert.equal(starts('day', 'UTC').length, 31 + 28);
  });

  it('returns a repeated hour twice and a skipped hour not at all', () => {
    const hours = (from: string, to: string, zone: string): string[] =>
      calendarPeriods({ from: ns(from), to: ns(to) }, 'hour', zone).starts.map((start) =>
        new Date(Number(start / NS)).toISOString(),
      );
    assert.equal(hours('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00', 'Europe/Berlin').length, 23);
    assert.equal(hours('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00', 'Europe/Berlin').length, 25);
    assert.deepEqual(hours('2026-01-01T00:10:00Z', '2026-01-01T01:30:01Z', 'Asia/Kolkata'), [
      '2025-12-31T23:30:00.000Z',
      '2026-01-01T00:30:00.000Z',
      '2026-01-01T01:30:00.000Z',
    ]);
  });
});
