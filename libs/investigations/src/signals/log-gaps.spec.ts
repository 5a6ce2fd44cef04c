import assert from 'node:assert/strict';
import type { Sides, StepFact } from '../facts/facts.js';
import { logGapSignals } from './log-gaps.js';

/** Forty normal and thirty abnormal spans of an operation that write a record for each of their items. */
const pattern = (
  step: string,
  records: Sides<number>,
  calls: Sides<number> = { normal: 40, abnormal: 30 },
): StepFact => ({
  service: 'tickets',
  operation: 'search',
  type: 'log',
  step,
  severity: 9,
  calls,
  sides: calls,
  records,
});
const begun = pattern('price requested', { normal: 90, abnormal: 80 });

describe('gaps in the log', () => {
  const cases: [title: string, steps: StepFact[], found: boolean][] = [
    ['has half of a pair that fell behind', [begun, pattern('price found', { normal: 90, abnormal: 50 })], true],
    ['has half of a pair that is gone', [begun, pattern('price found', { normal: 90, abnormal: 0 })], true],
    ['has no pair that stayed together', [begun, pattern('price found', { normal: 90, abnormal: 80 })], false],
    [
      'has no pair in which one record is missing',
      [begun, pattern('price found', { normal: 90, abnormal: 79 })],
      false,
    ],
    ['has no patterns that never were a pair', [begun, pattern('price found', { normal: 70, abnormal: 20 })], false],
    [
      'has no patterns that each call writes once: orders may just have more items now',
      [pattern('item added', { normal: 40, abnormal: 90 }), pattern('order stored', { normal: 40, abnormal: 30 })],
      false,
    ],
    [
      'has no pair of few records',
      [pattern('started', { normal: 11, abnormal: 12 }), pattern('done', { normal: 11, abnormal: 2 })],
      false,
    ],
  ];
  for (const [title, steps, found] of cases) {
    it(title, () => {
      const signals = logGapSignals(steps);
      assert.deepEqual(
        signals.map(({ name, kind, entity }) => [name, kind, entity.name]),
        found ? [['log_gap', 'log_pattern', 'tickets']] : [],
      );
    });
  }

  it('are stronger the more records lack their other half, and name both', () => {
    const strengthOf = (left: number): number =>
      logGapSignals([begun, pattern('price found', { normal: 90, abnormal: left })])[0]?.strength ?? 0;
    assert.ok(strengthOf(0) > strengthOf(40) && strengthOf(40) > strengthOf(60));
    const [signal] = logGapSignals([begun, pattern('price found', { normal: 90, abnormal: 50 })]);
    assert.match(signal?.text ?? '', /"price found" 50 times .* "price requested" 80 times/);
  });
});
