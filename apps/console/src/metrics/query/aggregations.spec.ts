import assert from 'node:assert/strict';
import { AGGREGATIONS } from '../fields.js';
import { aggregationsOf, explainAggregation, usualAggregation } from './aggregations.js';

const kind = (type: string, isMonotonic = false) => ({ type, is_monotonic: isMonotonic });

describe('the aggregations of a metric', () => {
  it('leave out the rate of gauges, which are not added up', () => {
    assert.deepEqual(
      AGGREGATIONS.filter((agg) => !aggregationsOf(kind('gauge')).includes(agg)),
      ['rate', 'increase'],
    );
    assert.deepEqual(aggregationsOf(kind('sum', true)), AGGREGATIONS);
  });

  it.each([
    ['gauge', false, 'avg'],
    ['sum', true, 'rate'],
    ['sum', false, 'avg'],
    ['histogram', false, 'p95'],
    ['exponential_histogram', false, 'p95'],
    ['summary', false, 'p95'],
  ])('of the type %s (monotonic: %s) are %s unless another one is asked for', (type, isMonotonic, expected) => {
    assert.equal(usualAggregation(kind(type, isMonotonic)), expected);
  });

  it('say what they are of, where that differs from the points that were sent', () => {
    assert.match(explainAggregation('sum', kind('gauge')) ?? '', /depends on how often/);
    assert.equal(explainAggregation('avg', kind('gauge')), undefined);
    assert.match(explainAggregation('avg', kind('sum', true)) ?? '', /increases from one point/);
    assert.match(explainAggregation('sum', kind('sum')) ?? '', /total change/);
    assert.match(explainAggregation('p95', kind('histogram')) ?? '', /interpolated/);
    assert.match(explainAggregation('p95', kind('summary')) ?? '', /mean of the quantiles/);
    assert.match(explainAggregation('rate', kind('histogram')) ?? '', /Observations per second/);
  });
});
