import assert from 'node:assert/strict';
import { accuracies, type Judged } from './accuracy.js';

const judged = (cause: string, isTuning: boolean, level: string, ...causes: string[]): Judged => ({
  of: { name: cause, type: 'delay', causes: cause === '' ? [] : [[cause]], window: { start: 0, end: 1 }, isTuning },
  answer: { level, causes, seconds: 1 },
});

describe('the accuracy of investigations', () => {
  it('counts the first and the first three possible causes, apart for the faults of the tuning', () => {
    const found = accuracies('shop', [
      judged('a', true, 'likely', 'a', 'b'),
      judged('a', false, 'inconclusive', 'b', 'c', 'a'),
      judged('a', false, 'likely', 'b', 'c', 'd', 'a'),
      judged('', false, 'inconclusive', 'b'),
    ]);
    assert.deepEqual(
      found
        .filter(({ type }) => type === 'all')
        .map(({ split, faults, ac1, ac3, concluded, right }) => ({ split, faults, ac1, ac3, concluded, right })),
      [
        { split: 'tuned', faults: 1, ac1: 1, ac3: 1, concluded: 1, right: 1 },
        { split: 'reported', faults: 2, ac1: 0, ac3: 0.5, concluded: 1, right: 0 },
      ],
    );
  });
});
