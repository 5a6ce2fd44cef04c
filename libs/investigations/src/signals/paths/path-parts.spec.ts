import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_PATHS, type PathFact } from '../../facts/path-facts.js';
import { spread } from '../../statistics/quantiles.js';
import { ALONE } from '../../testing/turns.js';
import type { Turns } from '../../turns.js';
import { compareParts, MAX_PARTS } from './path-parts.js';

/** Traces of either side with the times of operations by their names. */
function traces(all: readonly Readonly<Record<string, number>>[], isAbnormal = false): PathFact[] {
  return all.map((times, index) => ({
    traceId: String(index),
    isAbnormal,
    service: 'web',
    operation: 'GET /',
    durationMs: 1,
    parts: Object.entries(times).map(([operation, selfMs]) => ({ service: 'web', operation, selfMs })),
  }));
}

describe('the parts of the comparison of critical paths', () => {
  const halves: [title: string, all: readonly Record<string, number>[], median: number | undefined][] = [
    ['of an operation in all traces', [{ send: 2 }, { send: 4 }, { send: 6 }], 4],
    ['of one in half of the traces', [{ send: 2 }, { send: 4 }, {}, {}], 1],
    ['of one in more than half of the traces', [{ send: 2 }, { send: 4 }, {}], 2],
    ['of one in under half of the traces', [{ send: 2 }, {}, {}], undefined],
  ];
  for (const [title, all, median] of halves) {
    it(`have ${median === undefined ? 'no entry' : `the median ${median} ms`} ${title}`, async () => {
      assert.equal((await compareParts(traces([{}]), traces(all, true), ALONE))[0]?.selfMs.abnormal, median);
      assert.equal((await compareParts(traces(all), traces([{}], true), ALONE))[0]?.selfMs.normal, median);
    });
  }

  it('have the medians and shares that follow from all traces, whichever operations are skipped', async () => {
    const times = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 50 }), {
      noNullPrototype: true,
    });
    const side = fc.array(times, { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(side, side, async (normal, abnormal) => {
        const medianOf = (all: typeof normal, name: string) => spread(all.map((one) => one[name] ?? 0)).median;
        const parts = await compareParts(traces(normal), traces(abnormal, true), ALONE);
        const found = new Map(parts.map(({ operation, ...part }) => [operation, part]));
        const added = ['a', 'b', 'c'].map((name) => {
          const selfMs = { normal: medianOf(normal, name), abnormal: medianOf(abnormal, name) };
          assert.deepEqual(found.get(name)?.selfMs ?? { normal: 0, abnormal: 0 }, selfMs);
          return Math.max(selfMs.abnormal - selfMs.normal, 0);
        });
        const all = added.reduce((sum, value) => sum + value, 0);
        for (const [index, name] of ['a', 'b', 'c'].entries())
          assert.ok(Math.abs((found.get(name)?.share ?? 0) - (all === 0 ? 0 : (added[index] ?? 0) / all)) < 1e-9);
      }),
    );
  });

  it('are limited to those that add most time', async () => {
    const many = (ms: (index: number) => number) =>
      Object.fromEntries(Array.from({ length: MAX_PARTS + 50 }, (_, index) => [`step ${index}`, ms(index)]));
    const parts = await compareParts(traces([many(() => 1)]), traces([many((index) => 1 + index)], true), ALONE);
    assert.equal(parts.length, MAX_PARTS);
    assert.equal(parts[0]?.operation, `step ${MAX_PARTS + 49}`);
  });

  const worst: [title: string, compared: number, nameOf: (trace: number, part: number) => string][] = [
    ['an operation of its own in each span', 0, (trace, part) => `GET /orders/${trace}/${part}`],
    ['the same operations in each trace', 100, (_trace, part) => `step ${part}`],
  ];
  for (const [title, compared, nameOf] of worst) {
    it(`let other work run at least after each trace with ${title}`, async () => {
      const side = (from: number, isAbnormal: boolean) =>
        traces(
          Array.from({ length: MAX_PATHS }, (_, trace) =>
            Object.fromEntries(
              Array.from({ length: 100 }, (_one, part) => [nameOf(from + trace, part), 1 + ((trace * 7 + part) % 50)]),
            ),
          ),
          isAbnormal,
        );
      let yields = 0;
      const turns: Turns = {
        isDue: () => true,
        yield: () => {
          yields++;
          return Promise.resolve();
        },
      };
      const parts = await compareParts(side(0, false), side(MAX_PATHS, true), turns);
      assert.equal(parts.length, compared);
      // The medians of an operation are another step.
      assert.equal(yields, 2 * MAX_PATHS + compared);
    });
  }
});
