import assert from 'node:assert/strict';
import type { AlertRule, AlertRuleQuery } from '../../gen/api.js';
import { describeReceivers, describeRule, hasNoReceiver } from './describe-rule.js';

const QUERY: AlertRuleQuery = {
  signal: 'traces',
  q: '',
  service: [],
  environment: [],
  level: [],
  metric_name: '',
  event: '',
  field: '',
  saved_search_id: '',
};
const RULE = { kind: 'threshold', query: QUERY, group_by: [], window: '10m', interval: '1m', for: '0s' };

describe('A rule in words', () => {
  it.each([
    [
      {
        query: { ...QUERY, agg: 'error_ratio', q: 'request:yes' },
        condition: { op: 'gt', threshold: 0.01, recovery_threshold: 0.005 },
      },
      'Fires when the error ratio of traces matching “request:yes” is more than 0.01 (it recovers at 0.005) over 10m. It is evaluated every 1m.',
    ],
    [
      {
        query: { ...QUERY, signal: 'metrics', metric_name: 'queue.depth', service: ['a', 'b'] },
        condition: { op: 'between', threshold: 1, threshold_max: 2 },
        group_by: ['service'],
        for: '5m',
      },
      'Fires when the avg of the metric queue.depth of a or b is between 1 and 2 over 10m for each service for 5m. It is evaluated every 1m.',
    ],
    [
      { kind: 'absence', query: { ...QUERY, signal: 'logs', level: ['error'] } },
      'Fires when there are no logs with the level error over 10m. It is evaluated every 1m.',
    ],
    [
      { kind: 'slo', slo: { objective: 0.999 } },
      'Fires when the error budget of the objective 99.9 % of traces burns too fast. It is evaluated every 1m.',
    ],
    [
      { kind: 'composite', composite: { operator: 'all', rule_ids: ['a', 'b'] } },
      'Fires when all of 2 other rules fire. It is evaluated every 1m.',
    ],
    [
      { kind: 'external', external: { sources: ['alertmanager_api'], matchers: [], resolve_after: '', heartbeat: '' } },
      'Fires when alertmanager api sends an alert. It is evaluated every 1m.',
    ],
  ] as readonly [Partial<AlertRule>, string][])('says what it measures and when it fires: %#', (fields, expected) => {
    assert.equal(describeRule({ ...RULE, ...fields }), expected);
  });

  it('says whom it notifies, and whether that is nobody', () => {
    const notify = {
      channels: ['c1', 'c2'],
      escalation_policy_id: 'e1',
      group_by: [],
      group_wait: '',
      group_interval: '',
      repeat_interval: '',
    };
    assert.equal(describeReceivers({ notify }), '2 channels, escalation');
    assert.equal(hasNoReceiver({ notify, warnings: ['The channel is disabled.'] }), false);
    const none = { ...notify, channels: [], escalation_policy_id: '' };
    assert.equal(describeReceivers({ notify: none }), 'subscribers');
    assert.equal(hasNoReceiver({ notify: none, warnings: [] }), false);
    assert.equal(hasNoReceiver({ notify: none, warnings: ['The rule notifies nobody.'] }), true);
  });
});
