import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RuleDefinition, RuleKind } from '../definition/definition.js';
import { createRule } from '../testing/rules.js';
import { evaluate, type MeasuredSeries } from './evaluate.js';
import type { SeriesMemory } from './series-memory.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);

/** A figure for each minute; undefined for no data. */
type History = readonly (number | undefined)[];

const seriesOf = (history: History, labels = {}): MeasuredSeries => ({
  labels,
  figures: history.map((value) => ({ value: value ?? null, samples: value === undefined ? 0 : 10 })),
});

/** The phase after each minute: p for pending, F for firing, . for neither. */
function phases(definition: Partial<RuleDefinition>, history: History, kind: RuleKind = 'threshold'): string {
  const times = history.map((_, nth) => START + nth * MINUTE);
  let seen = '';
  const measured = { series: [seriesOf(history)], isTruncated: false, nothing: { value: null, samples: 0 } };
  evaluate(createRule(definition, kind), [], measured, times, ({ phase }) => {
    seen += { inactive: '.', pending: 'p', firing: 'F' }[phase];
  });
  return seen;
}

const gt = (threshold: number, recoveryThreshold: number | null = null) => ({
  condition: { reducer: '', op: 'gt' as const, threshold, thresholdMax: null, recoveryThreshold },
});
const _ = undefined;

describe('phases of a series', () => {
  const cases: [title: string, definition: Partial<RuleDefinition>, history: History, expected: string][] = [
    ['follows the breach', {}, [1, 6, 6, 5, 6], '.FF.F'],
    ['waits for the breach to last', { for: '2m' }, [6, 6, 6, 6, 1], 'ppFF.'],
    ['starts again after a recovery', { for: '2m' }, [6, 6, 1, 6, 6, 6], 'pp.ppF'],
    ['waits for breaches in a row', { consecutive: 3 }, [6, 6, 6, 1], 'ppF.'],
    ['keeps firing', { keepFiringFor: '2m' }, [6, 1, 1, 1, 1], 'FFF..'],
    ['keeps firing from the first quiet minute', { keepFiringFor: '2m' }, [6, 1, 6, 1, 1, 1], 'FFFFF.'],
    ['ends a pending phase at once', { for: '2m', keepFiringFor: '5m' }, [6, 6, 1], 'pp.'],
    ['recovers past the recovery threshold', gt(5, 3), [6, 4, 4, 3, 4], 'FFF..'],
    ['fires without reaching the recovery threshold', gt(5, 3), [4, 4, 6], '..F'],
    ['ends without data', {}, [6, _, 6], 'F.F'],
    ['keeps the phase without data', { noData: { policy: 'keep', after: '0s' } }, [_, 6, _, _, 1], '.FFF.'],
    ['alerts without data', { noData: { policy: 'alert', after: '2m' } }, [1, _, _, _, 1], '..FF.'],
    ['requires the minimum number of samples', { minSamples: 11 }, [6, 6], '..'],
  ];
  for (const [title, definition, history, expected] of cases) {
    it(title, () => assert.equal(phases(definition, history), expected));
  }

  it('opens an absence for minutes without records', () => {
    assert.equal(phases({ for: '1m', condition: null }, [1, _, _, 1, _], 'absence'), '.pF.p');
  });

  const operators = [
    ['gte', 5, null, [4, 5], '.F'],
    ['lt', 5, null, [5, 4], '.F'],
    ['lte', 5, null, [6, 5], '.F'],
    ['eq', 5, null, [4, 5], '.F'],
    ['neq', 5, null, [5, 4], '.F'],
    ['between', 5, 7, [4, 5, 7, 8], '.FF.'],
    ['outside', 5, 7, [5, 7, 4, 8], '..FF'],
  ] as const;
  for (const [op, threshold, thresholdMax, history, expected] of operators) {
    it(`compares with ${op}`, () => {
      const condition = { reducer: '', op, threshold, thresholdMax, recoveryThreshold: null };
      assert.equal(phases({ condition }, history), expected);
    });
  }
});

describe('an evaluation', () => {
  const value = fc.option(fc.integer({ min: 0, max: 10 }), { nil: undefined });
  const history = fc.array(value, { minLength: 1, maxLength: 60 });
  const minutes = fc.integer({ min: 0, max: 5 }).map((count) => `${count}m`);
  const definition = fc.record({
    for: minutes,
    keepFiringFor: minutes,
    consecutive: fc.integer({ min: 1, max: 3 }),
    noData: fc.record({ policy: fc.constantFrom('ok' as const, 'keep' as const, 'alert' as const), after: minutes }),
  });

  it('reaches the same result whether it is interrupted or not', () => {
    fc.assert(
      fc.property(definition, history, fc.nat(60), (settings, values, cut) => {
        const rule = createRule(settings);
        const times = values.map((_, nth) => START + nth * MINUTE);
        const run = (before: readonly SeriesMemory[], from: number, to: number) =>
          evaluate(
            rule,
            before,
            { series: [seriesOf(values.slice(from, to))], isTruncated: false, nothing: { value: null, samples: 0 } },
            times.slice(from, to),
          );
        const whole = run([], 0, values.length);
        const first = run([], 0, cut);
        const stored = JSON.parse(JSON.stringify(first.memory)) as SeriesMemory[];
        // A series that was forgotten is one that nothing is known of, as before its first evaluation.
        const second = run(stored, cut, values.length);
        const remembers = settings.noData.policy === 'alert';
        if (cut === 0 || cut >= values.length || (remembers && stored.length === 0)) return;
        assert.deepEqual([...first.changes, ...second.changes], whole.changes);
        assert.deepEqual(second.memory, whole.memory);
      }),
    );
  });

  it('never reports an end without a beginning, nor a phase twice except a renewal each minute', () => {
    fc.assert(
      fc.property(definition, history, (settings, values) => {
        const times = values.map((_, nth) => START + nth * MINUTE);
        const measured = { series: [seriesOf(values)], isTruncated: false, nothing: { value: null, samples: 0 } };
        let phase = 'ended';
        for (const change of evaluate(createRule(settings), [], measured, times).changes) {
          if (change.phase === 'ended') assert.notEqual(phase, 'ended');
          if (change.phase === 'pending') assert.equal(phase, 'ended');
          phase = change.phase;
        }
      }),
    );
  });

  it('ignores series beyond the maximum', () => {
    const first = evaluate(
      createRule(),
      [],
      { series: [seriesOf([9], { host: 'a' })], isTruncated: false, nothing: { value: 0, samples: 0 } },
      [START],
    );
    const truncated = { series: [seriesOf([9], { host: 'b' })], isTruncated: true, nothing: { value: 0, samples: 0 } };
    const second = evaluate(createRule(), first.memory, truncated, [START + MINUTE]);
    assert.deepEqual(
      second.changes.map(({ labels, phase }) => [labels, phase]),
      [[{ host: 'b' }, 'firing']],
    );
    const whole = evaluate(createRule(), second.memory, { ...truncated, isTruncated: false }, [START + 2 * MINUTE]);
    assert.deepEqual(
      whole.changes.map(({ labels, phase }) => [labels, phase]),
      [
        [{ host: 'a' }, 'ended'],
        [{ host: 'b' }, 'firing'],
      ],
    );
  });
});
