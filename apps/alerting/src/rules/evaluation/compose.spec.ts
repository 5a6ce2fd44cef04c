import assert from 'node:assert/strict';
import { compose, type ComposedSeries } from './compose.js';

const series = (ruleId: string, labels: Record<string, string>, firing: string): ComposedSeries => ({
  ruleId,
  labels,
  isFiring: [...firing].map((one) => one === '1'),
});

const compare = (operator: 'all' | 'any', groupBy: string[], all: ComposedSeries[]) =>
  compose({ composite: { operator, ruleIds: ['a', 'b'] }, groupBy }, all, 4).series.map(({ labels, figures }) => [
    labels,
    figures.map(({ value }) => value).join(''),
  ]);

describe('composite rules', () => {
  it('counts rules, not their series', () => {
    const all = [series('a', { pod: '1' }, '1100'), series('a', { pod: '2' }, '0110'), series('b', {}, '0111')];
    assert.deepEqual(compare('any', [], all), [[{}, '1221']]);
    assert.deepEqual(compare('all', [], all), [[{}, '0220']]);
  });

  it('distinguishes series by the labels that the alerts have to share', () => {
    const all = [
      series('a', { env: 'x' }, '1111'),
      series('b', { env: 'x' }, '0011'),
      series('b', { env: 'y' }, '1111'),
    ];
    assert.deepEqual(compare('all', ['env'], all), [
      [{ env: 'x' }, '0022'],
      [{ env: 'y' }, '0000'],
    ]);
  });

  it('finds nothing while nothing fires', () => {
    assert.deepEqual(compare('any', [], [series('a', {}, '0000')]), []);
  });
});
