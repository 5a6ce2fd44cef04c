import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assess, type Subject } from './assessment.js';
import type { History } from './expectation.js';

const COUNT: Subject = { figure: 'count', directions: ['up', 'down'] };
const SUM: Subject = { figure: 'sum', directions: ['up'] };
const RATIO: Subject = { figure: 'ratio', directions: ['up'] };
const DURATION: Subject = { figure: 'duration', directions: ['up'] };

const weeks = (...values: number[]): History => ({ weeks: values.map((value) => [value]), days: [], hours: [] });
const NOTHING: History = { weeks: [], days: [], hours: [] };

/** Name, subject, value, records, history, expected value, score to two digits, direction. */
const TABLE: readonly (readonly [string, Subject, number, number, History, number, string, string | undefined])[] = [
  ['the usual', COUNT, 100, 100, weeks(100, 100, 100, 100), 100, '0.00', 'up'],
  ['Poisson noise', COUNT, 120, 120, weeks(100, 100, 100, 100), 100, '2.00', 'up'],
  ['a spike', COUNT, 200, 200, weeks(100, 100, 100, 100), 100, '10.00', 'up'],
  ['a large series by its share', COUNT, 12_000, 12_000, weeks(10_000, 10_000), 10_000, '4.00', 'up'],
  ['a series that varies', COUNT, 200, 200, weeks(50, 100, 150, 100), 100, '2.70', 'up'],
  ['an outage', COUNT, 0, 0, weeks(100, 100, 100, 100), 100, '-10.00', 'down'],
  ['silence of a small series', COUNT, 0, 0, weeks(16, 16, 16), 16, '-4.00', undefined],
  ['a few of what never was', COUNT, 19, 19, weeks(0, 0, 0), 0, '19.00', undefined],
  ['many of what never was', COUNT, 25, 25, weeks(0, 0, 0), 0, '25.00', 'up'],
  ['an extreme outlier in the history', COUNT, 200, 200, weeks(100, 1e12, 100, 100), 100, '10.00', 'up'],
  ['a sample of many', COUNT, 200, 20, weeks(100, 100), 100, '3.16', 'up'],
  ['a larger sample of many', COUNT, 300, 30, weeks(100, 100), 100, '6.32', 'up'],
  ['a few that stand for many', COUNT, 1_900, 19, weeks(0, 0, 0), 0, '19.00', undefined],
  ['a cost', SUM, 3, 300, weeks(1, 1), 1, '14.14', 'up'],
  ['the same cost in cents', SUM, 300, 300, weeks(100, 100), 100, '14.14', 'up'],
  ['the cost of fewer calls, which vary more', SUM, 3, 30, weeks(1, 1), 1, '4.47', 'up'],
  ['the cost of a few calls', SUM, 3, 10, weeks(1, 1), 1, '2.58', undefined],
  ['a cost of what never was', SUM, 3, 30, weeks(0, 0), 0, '21.21', 'up'],
  ['no cost where there is none', SUM, 0, 0, weeks(0, 0), 0, '0.00', undefined],
  ['less cost', SUM, 0.1, 30, weeks(1, 1), 1, '-11.02', undefined],
  ['errors', RATIO, 0.1, 1_000, weeks(0.01, 0.01), 0.01, '18.00', 'up'],
  ['errors of a few calls', RATIO, 0.5, 10, weeks(0.01, 0.01), 0.01, '5.17', undefined],
  ['one error of the first twenty', RATIO, 0.05, 20, weeks(0, 0), 0, '1.03', 'up'],
  ['fewer errors', RATIO, 0, 1_000, weeks(0.5, 0.5), 0.5, '-20.00', undefined],
  ['slowness', DURATION, 200, 100, weeks(100, 100), 100, '20.00', 'up'],
  ['speed', DURATION, 10, 100, weeks(100, 100), 100, '-18.00', undefined],
];

describe('an assessment', () => {
  for (const [name, subject, value, records, history, expected, score, direction] of TABLE)
    it(`judges ${name}`, () => {
      const found = assess(subject, { value, records }, history);
      assert.deepEqual([found?.expected, found?.score.toFixed(2), found?.direction], [expected, score, direction]);
    });

  it('prefers weeks to days and days to hours, and assesses nothing without enough of them', () => {
    const of = (periods: number, value: number) => Array.from({ length: periods }, () => [value]);
    const basis = (history: Partial<History>) => {
      const found = assess(COUNT, { value: 100, records: 100 }, { ...NOTHING, ...history });
      return found && [found.basis, found.expected];
    };
    assert.deepEqual(basis({ weeks: of(2, 1), days: of(7, 2), hours: of(36, 3) }), ['weeks', 1]);
    assert.deepEqual(basis({ weeks: of(1, 1), days: of(3, 2), hours: of(36, 3) }), ['days', 2]);
    assert.deepEqual(basis({ weeks: of(1, 1), days: of(2, 2), hours: of(24, 3) }), ['hours', 3]);
    assert.equal(basis({ weeks: of(1, 1), days: of(2, 2), hours: of(23, 3) }), undefined);
  });

  const values = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 3 });
  const history = fc.record({ weeks: fc.array(values, { minLength: 2, maxLength: 4 }) });

  it('never expects a negative figure, and always has a finite score', () => {
    fc.assert(
      fc.property(history, fc.double({ min: 0, max: 1e9, noNaN: true }), fc.nat(10_000), (known, value, records) => {
        for (const subject of [COUNT, RATIO, DURATION]) {
          const found = assess(subject, { value, records }, { ...NOTHING, ...known });
          assert.ok(found && found.expected >= 0 && Number.isFinite(found.score));
        }
      }),
    );
  });

  it('grows with the value', () => {
    fc.assert(
      fc.property(history, fc.nat(1_000_000), fc.nat(1_000_000), (known, low, more) => {
        const score = (value: number) =>
          assess(COUNT, { value, records: value }, { ...NOTHING, ...known })?.score ?? NaN;
        assert.ok(score(low) <= score(low + more));
      }),
    );
  });

  it('changes with one extreme outlier among twelve values by no more than its neighbors differ', () => {
    const calm = fc.array(fc.integer({ min: 90, max: 110 }), { minLength: 11, maxLength: 11 });
    fc.assert(
      fc.property(calm, fc.integer({ min: 0, max: 1_000_000_000 }), (eleven, outlier) => {
        const all = [...eleven, outlier];
        const found = assess(COUNT, { value: 300, records: 300 }, { ...NOTHING, weeks: chunks(all, 3) });
        assert.ok(found && found.expected >= 90 && found.expected <= 110 && found.score > 4);
      }),
    );
  });
});

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
