import assert from 'node:assert/strict';
import { readMetrics } from './promql.js';

it('finds the metrics of an expression with the labels that it names', () => {
  const read = readMetrics('sum by (a) (rate(m{b=~"x", c!="y"}[$__rate_interval])) / on (a) n > 1');
  assert.deepEqual(
    read.map(({ metric, labels }) => [metric, [...labels].sort()]),
    [
      ['m', ['a', 'b', 'c']],
      ['n', ['a']],
    ],
  );
  assert.throws(() => readMetrics('sum by ('), /not PromQL/);
});
