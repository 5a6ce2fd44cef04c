import assert from 'node:assert/strict';
import { NANOSECONDS_PER_HOUR as HOUR, type TimeRange } from '@svc/reading/time';
import type { SpanHours } from '../../../changed-periods/index.js';
import { planFigures } from './plan.js';

const hours = (from: number, to: number): TimeRange => ({
  from: BigInt(Math.round(from * 60)) * (HOUR / 60n),
  to: BigInt(Math.round(to * 60)) * (HOUR / 60n),
});
const starts = (...found: number[]): ReadonlySet<bigint> => new Set(found.map((hour) => BigInt(hour) * HOUR));
const NONE = { 1: starts(), 24: starts() };

describe('planFigures', () => {
  it('takes days, then hours, and counts what is left', () => {
    const { stored, live } = planFigures(hours(22.5, 74.5), [24, 1], NONE);
    assert.deepEqual(stored.get(24), [hours(24, 72)]);
    assert.deepEqual(stored.get(1), [hours(23, 24), hours(72, 74)]);
    assert.deepEqual(live, [hours(22.5, 23), hours(74, 74.5)]);
  });

  it('counts a changed hour, and takes the other hours of its day', () => {
    const { stored, live } = planFigures(hours(0, 72), [24, 1], { 1: starts(30), 24: starts(24) });
    assert.deepEqual(stored.get(24), [hours(0, 24), hours(48, 72)]);
    assert.deepEqual(stored.get(1), [hours(24, 30), hours(31, 48)]);
    assert.deepEqual(live, [hours(30, 31)]);
  });

  it('has each time of any window once', () => {
    for (let nth = 0; nth < 500; nth++) {
      const random = (below: number): number => Math.floor(Math.random() * below);
      const changed = { 1: starts(...Array.from({ length: random(9) }, () => random(120))), 24: starts() };
      changed[24] = new Set([...changed[1]].map((hour) => hour - (hour % (24n * HOUR))));
      const from = random(6_000) / 60;
      const window = hours(from, from + random(1_500) / 60);
      const { stored, live } = planFigures(window, [24, 1] satisfies SpanHours[], changed);
      const all = [...live, ...[...stored.values()].flat()].sort((one, other) => (one.from < other.from ? -1 : 1));
      let at = window.from;
      for (const range of all) {
        assert.equal(range.from, at);
        at = range.to;
      }
      assert.equal(at, window.to);
      for (const range of stored.get(1) ?? [])
        for (const hour of changed[1]) assert.ok(hour < range.from || hour >= range.to);
    }
  });
});
