import assert from 'node:assert/strict';
import type { Assessment } from './assessment.js';
import { beyondCommonRise } from './common-rise.js';

const SCALE = 5;

/** Parses `expected>observed`. */
function toAssessment(text: string): Assessment {
  const [expected = NaN, observed = NaN] = text.split('>').map(Number);
  const score = (observed - expected) / SCALE;
  return { observed, expected, basis: 'weeks', score, ...(score > 0 && { direction: 'up' }) };
}

/** Expected and observed values of each series, and the resulting scores. */
const TABLE: readonly (readonly [title: string, series: string, scores: string])[] = [
  ['no series', '', ''],
  ['one series', '100>300', '40'],
  ['series that rise alike', '100>300 200>600 50>150', '0 0 0'],
  ['one that rises alone', '100>300 200>200 50>50', '40 0 0'],
  ['one that rises more than the others', '100>400 200>400 50>100', '20 0 0'],
  ['a few of many', '100>300 100>200 100>100 100>105 100>95', '38.54 19.02 0 0 -1'],
  ['one that stays while the others rise', '100>100 200>600 50>150 70>210', '0 0 0 0'],
  ['series that fall', '100>50 200>100 50>25', '-10 -20 -5'],
  ['one that rises while the others fall', '100>300 200>100 50>25', '40 -20 -5'],
  ['new ones, which say nothing about others', '100>300 0>500 1>100', '40 33.33 6.47'],
];

describe('score of a series beyond the common rise', () => {
  for (const [title, series, scores] of TABLE)
    it(`scores ${title}`, () => {
      const before = series.split(' ').filter(Boolean).map(toAssessment);
      const after = beyondCommonRise(before);
      assert.equal(after.map(({ score }) => Math.round(score * 100) / 100).join(' '), scores);
      for (const [nth, { score, direction, observed, expected }] of after.entries()) {
        assert.deepEqual([observed, expected], [before[nth]?.observed, before[nth]?.expected]);
        assert.equal(direction, score > 0 ? 'up' : undefined);
      }
    });
});
