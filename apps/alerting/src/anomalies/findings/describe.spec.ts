import assert from 'node:assert/strict';
import { describeSummary, describeTitle } from './describe.js';

const finding = (detector: string, direction: string, observed: number, expected: number) => ({
  detector,
  direction,
  observed,
  expected,
  labels: (detector === 'event_volume' ? { event: 'Order placed' } : { service_name: 'checkout' }) as Record<
    string,
    string
  >,
  baseline: 'weeks',
});

describe('the text of a finding', () => {
  for (const [found, title] of [
    [finding('calls', 'down', 0, 412), 'Unusually few calls of checkout'],
    [finding('error_ratio', 'up', 0.25, 0.01), 'Unusually high error ratio of checkout'],
    [finding('latency', 'up', 1_234.5, 80), 'Unusually high p95 latency of checkout'],
    [finding('event_volume', 'up', 90, 30), 'Unusually many Order placed events'],
  ] as const)
    it(`reads "${title}"`, () => assert.equal(describeTitle(found), title));

  it('contains the pattern of log records and their service', () => {
    const labels = { pattern: 'payment <*> failed', service_name: 'checkout' };
    const found = { ...finding('pattern_volume', 'up', 90, 30), labels };
    assert.equal(
      describeSummary(found),
      'Unusually many log records like payment <*> failed of checkout: ' +
        '90 in five minutes where 30 are usual (the same time of the last weeks).',
    );
    assert.equal(
      describeTitle({ ...found, labels: { service_name: 'checkout' } }),
      'Unusually many log records of one pattern of checkout',
    );
    assert.match(
      describeTitle({ ...found, labels: { pattern: 'started' } }),
      /^Unusually many log records like started of an unnamed service$/,
    );
  });

  it('contains the cost of a model in its unit', () => {
    const cost = { ...finding('model_cost', 'up', 3.25, 0.5), labels: { model: 'large-1', unit: 'usd' } };
    assert.match(
      describeSummary(cost),
      /^Unusually high cost of large-1: 3\.3 USD in five minutes where 0\.5 are usual/,
    );
    const tokens = { ...finding('model_cost', 'up', 9_000, 120), labels: { model: 'large-1', unit: 'tokens' } };
    assert.match(
      describeSummary(tokens),
      /^Unusually high token usage of large-1: 9000 tokens in five minutes where 120/,
    );
  });

  it('contains the figures and the baseline', () => {
    assert.equal(
      describeSummary(finding('calls', 'down', 0, 412.4)),
      'Unusually few calls of checkout: 0 in five minutes where 412 are usual (the same time of the last weeks).',
    );
    assert.match(describeSummary(finding('error_ratio', 'up', 0.256, 0.0123)), /: 26 % where 1\.2 % is usual/);
    assert.match(describeSummary(finding('latency', 'up', 1_234.5, 80)), /: 1235 ms where 80 ms is usual/);
  });
});
