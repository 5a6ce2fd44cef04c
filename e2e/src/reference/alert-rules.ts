import type { Recorder } from './recorder.js';

/** Alert rules: created, read, replaced, tested and deleted. */
export async function recordAlertRules(recorder: Recorder): Promise<void> {
  const rule = {
    name: 'Checkout fails',
    kind: 'threshold',
    severity: 'critical',
    query: { signal: 'traces', q: 'request:yes service:checkout', agg: 'error_ratio' },
    window: '5m',
    interval: '1h',
    condition: { op: 'gt', threshold: 0.05, recovery_threshold: 0.02 },
    for: '2m',
    labels: { team: 'payments' },
    annotations: { runbook_url: 'https://example.com/runbooks/checkout' },
  };
  const created = await recorder.call('alert_rules.create', { body: rule });
  const path = { rule_id: String(created['id']) };
  await recorder.call('alert_rules.list');
  await recorder.call('alert_rules.get', { path });
  await recorder.call('alert_rules.update', { path, body: { ...rule, for: '5m', version: created['version'] } });
  await recorder.call('alert_rules.test', { path, body: {} });
  await recorder.call('alert_rules.test_unsaved', { body: rule });
  await recorder.call('alert_rules.delete', { path });
}
