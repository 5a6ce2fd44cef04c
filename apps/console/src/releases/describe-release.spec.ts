import assert from 'node:assert/strict';
import type { DeployImpact } from '../gen/api.js';
import {
  describeComparison,
  describeRatio,
  describeVerdict,
  explainCrashFree,
  formatCrashFree,
} from './describe-release.js';

const DEPLOY: DeployImpact = {
  verdict: 'worse',
  reason: '',
  exposure: 'requests',
  services: [],
  window_seconds: 780,
  rate_ratio: 13.158,
  rate_ratio_low: 7.534,
  rate_ratio_high: 22.98,
};

describe('A release in words', () => {
  it.each([
    [{ rate: 0.995, sessions: 200, crashed_sessions: 1, reason: '' }, '99.5%', /^1 of 200 sessions/],
    [{ rate: null, sessions: 0, crashed_sessions: 0, reason: 'no_sessions' }, '–', /names a session/],
    [{ rate: null, sessions: 0, crashed_sessions: 0, reason: 'too_expensive' }, '–', /too many sessions/],
    [undefined, '–', /Not known/],
  ])('has a share of sessions without a crash, and what it is of: %j', (crashFree, share, why) => {
    assert.equal(formatCrashFree(crashFree), share);
    assert.match(explainCrashFree(crashFree), why);
  });

  it('says how the errors after its deploy compare with those before', () => {
    assert.deepEqual(describeVerdict(DEPLOY), { text: 'More errors than before', tone: 'danger' });
    assert.equal(
      describeRatio(DEPLOY),
      '13.2 times as many errors per request as before, between 7.53 and 23 with 95 % confidence',
    );
    assert.match(describeRatio({ ...DEPLOY, rate_ratio_high: null }), /, at least 7.53 with/);
    assert.match(describeRatio({ ...DEPLOY, rate_ratio: null, exposure: 'minutes' }), /per minute cannot be compared/);
  });

  it('says what was compared', () => {
    assert.equal(
      describeComparison({ ...DEPLOY, services: ['checkout', 'stock'] }),
      'Errors of checkout, stock per request, in the 13 min before and after the deploy.',
    );
    assert.match(describeComparison(DEPLOY), /^Errors of all services/);
  });
});
