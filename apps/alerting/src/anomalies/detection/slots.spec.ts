import assert from 'node:assert/strict';
import fc from 'fast-check';
import { baselineEnds, baselineSlots, toEnds, latestEnd, toRuns, WINDOW_MS } from './slots.js';

const HOUR_MS = 3_600_000;
const END = Date.parse('2026-03-29T02:00:00Z');

describe('the slots of a baseline', () => {
  it('covers the same time in the last four weeks and seven days with its neighbors, and the last hours', () => {
    const { weeks, days, hours } = baselineSlots(END);
    const shown = (ends: readonly number[]) => ends.map((end) => new Date(end).toISOString().slice(5, 16));
    assert.deepEqual(shown(weeks[3] ?? []), ['03-01T01:55', '03-01T02:00', '03-01T02:05']);
    assert.deepEqual(shown(days[0] ?? []), ['03-28T01:55', '03-28T02:00', '03-28T02:05']);
    assert.deepEqual([weeks.length, days.length, hours.length], [4, 7, 36]);
    assert.deepEqual(shown([hours.at(-1)?.[0] ?? 0, hours[0]?.[0] ?? 0]), ['03-28T22:35', '03-29T01:30']);
  });

  it('consists of few runs of windows, even for an hour of windows', () => {
    const hour = Array.from({ length: 12 }, (_, index) => END + index * WINDOW_MS);
    assert.equal(toRuns([...baselineEnds(END), END]).length, 12);
    assert.equal(toRuns([...hour.flatMap(baselineEnds), ...hour]).length, 11);
  });

  it('contains only windows before the compared one', () => {
    assert.ok(baselineEnds(END).every((end) => end < END - HOUR_MS / 4));
  });
});

describe('runs of windows', () => {
  it('covers every window once, in order, in as few runs as possible', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), (indexes) => {
        const ends = [...new Set(indexes)].sort((a, b) => a - b).map((index) => index * WINDOW_MS);
        const runs = toRuns(indexes.map((index) => index * WINDOW_MS));
        assert.deepEqual(runs.flatMap(toEnds), ends);
        const gaps = ends.filter((end, index) => index > 0 && end - (ends[index - 1] ?? 0) > WINDOW_MS).length;
        assert.equal(runs.length, ends.length === 0 ? 0 : gaps + 1);
      }),
    );
  });
});

describe('the latest window', () => {
  it('ends a delay before now', () => {
    const at = (time: string) => new Date(latestEnd(Date.parse(time), 60_000)).toISOString().slice(11, 16);
    assert.deepEqual(
      [at('2026-01-01T10:05:59Z'), at('2026-01-01T10:06:00Z'), at('2026-01-01T10:10:30Z')],
      ['10:00', '10:05', '10:05'],
    );
  });
});
