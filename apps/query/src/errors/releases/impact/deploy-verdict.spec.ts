import assert from 'node:assert/strict';
import { deployVerdict, type WindowFigures } from './deploy-verdict.js';

const figures = (errors: number, requests = 0): WindowFigures => ({
  errors: BigInt(errors),
  requests: BigInt(requests),
});

describe('the verdict on a deploy', () => {
  it.each([
    [figures(0), figures(0), 'too_few_events', 'minutes'],
    [figures(14), figures(15), 'too_few_events', 'minutes'],
    [figures(0), figures(29), 'too_few_events', 'minutes'],
    [figures(0), figures(30), 'worse', 'minutes'],
    [figures(30), figures(0), 'better', 'minutes'],
    [figures(15), figures(15), 'no_change', 'minutes'],
    [figures(20), figures(25), 'no_change', 'minutes'],
    [figures(20), figures(60), 'worse', 'minutes'],
    [figures(60), figures(20), 'better', 'minutes'],
    // Twice the traffic has twice the errors.
    [figures(100, 10_000), figures(200, 20_000), 'no_change', 'requests'],
    [figures(100, 10_000), figures(100, 1_000), 'worse', 'requests'],
    [figures(100, 1_000), figures(100, 10_000), 'better', 'requests'],
    // Requests of one window only say nothing.
    [figures(100, 1_000), figures(100, 0), 'no_change', 'minutes'],
  ])('%# is that of %p before and %p after', (before, after, verdict, exposure) => {
    const found = deployVerdict(before, after, 60);
    assert.deepEqual([found.verdict, found.exposure], [verdict, exposure]);
    assert.match(found.reason, verdict === 'too_few_events' ? /^Too few events/ : /95 %/);
  });

  it('shows the ratio also if there are too few errors for a verdict', () => {
    const { rateRatio, rateRatioLow, rateRatioHigh } = deployVerdict(figures(5), figures(10), 60);
    assert.equal(rateRatio?.toFixed(6), '2.000000');
    assert.ok((rateRatioLow ?? NaN) < 1 && (rateRatioHigh ?? NaN) > 2);
  });
});
