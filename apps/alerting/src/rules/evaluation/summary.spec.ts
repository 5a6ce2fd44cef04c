import assert from 'node:assert/strict';
import type { RuleKind } from '../definition/definition.js';
import { createRule } from '../testing/rules.js';
import { summarizeBreach, summarizeRecovery } from './summary.js';

describe('the summary of an alert', () => {
  it('names the issue or the anomaly', () => {
    const about = 'TypeError: x is not a function';
    const of = (kind: RuleKind, subject?: string) =>
      summarizeBreach(createRule({ query: null }, kind), 1, { about: subject });
    assert.equal(of('new_issue', about), 'A new issue was found: TypeError: x is not a function.');
    assert.equal(of('regression', 'Is it over?'), 'A resolved issue came back: Is it over?');
    assert.equal(of('anomaly'), 'An anomaly was found.');
  });

  it('has the value of the recovery and that of the last breach', () => {
    const rule = createRule({ window: '1m' });
    const breach = 'The count of logs is 47 over 1m; the rule asks for more than 5.';
    assert.equal(summarizeBreach(rule, 47), breach);
    const recovery =
      'Recovered: the count of logs is 0 over 1m and was 47 at the last breach; the rule asks for more than 5.';
    assert.equal(summarizeRecovery(rule, 0, { breachValue: 47 }), recovery);
    assert.equal(summarizeRecovery(rule, null), 'Recovered: the count of logs has no data over 1m.');
  });

  it('differs from that of the breach after a recovery, for every kind of rule', () => {
    const kinds = [
      'threshold',
      'absence',
      'slo',
      'composite',
      'new_issue',
      'regression',
      'anomaly',
      'pattern',
    ] as const;
    for (const kind of kinds)
      assert.notEqual(summarizeRecovery(createRule({}, kind), 0), summarizeBreach(createRule({}, kind), 0), kind);
  });
});
