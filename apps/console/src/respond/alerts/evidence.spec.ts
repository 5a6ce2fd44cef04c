import assert from 'node:assert/strict';
import type { AlertRuleQuery } from '../../gen/api.js';
import { toEvidence } from './evidence.js';

const QUERY: AlertRuleQuery = {
  signal: 'logs',
  q: 'payment',
  service: ['shop', 'stock'],
  environment: ['production'],
  level: ['error'],
  metric_name: '',
  event: '',
  field: '',
  saved_search_id: '',
};
const ALERT = { started_at: '2026-11-01T10:00:00Z', evaluated_at: '2026-11-01T10:20:00Z', labels: {} };
const RULE = { kind: 'threshold', window: '10m', query: QUERY };

describe('The evidence of an alert', () => {
  it('is what its rule has measured, from the window before the breach to the last evaluation', () => {
    const evidence = toEvidence(ALERT, RULE);
    assert.equal(new Date(evidence?.startMs ?? 0).toISOString(), '2026-11-01T09:50:00.000Z');
    assert.equal(new Date(evidence?.endMs ?? 0).toISOString(), '2026-11-01T10:21:00.000Z');
    assert.deepEqual(evidence?.target, {
      to: 'logs',
      search: { q: 'payment', service: ['shop', 'stock'], env: ['production'], level: ['error'] },
    });
  });

  it('ends with the alert, and is of its own service alone', () => {
    const alert = { ...ALERT, resolved_at: '2026-11-01T10:05:00Z', labels: { service_name: 'stock' } };
    const evidence = toEvidence(alert, { ...RULE, query: { ...QUERY, signal: 'traces' } });
    assert.equal(new Date(evidence?.endMs ?? 0).toISOString(), '2026-11-01T10:06:00.000Z');
    assert.deepEqual(evidence?.target?.search?.['service'], ['stock']);
  });

  it('is in the list of issues for rules that follow issues', () => {
    assert.deepEqual(toEvidence(ALERT, { kind: 'new_issue', window: '1h' })?.target, { to: 'issues' });
    assert.equal(toEvidence({ labels: {} }, RULE), undefined);
  });
});
