import { ok } from '../api.js';
import { newReachableMember } from '../oncall/reachable-member.js';
import { items, type Recorder } from './recorder.js';

/** Takes an incident about an issue through every status. */
export async function recordIncidents(recorder: Recorder): Promise<void> {
  const policy = await ok('POST', `/escalation-policies?project_id=${recorder.projectId}`, {
    body: { name: 'Checkout', levels: [{ level: 1, users: [(await newReachableMember(recorder.projectId)).userId] }] },
  });
  const issues = await recorder.call('issues.list', { query: { limit: 1 } });
  const ref = String(items(issues, 'issues')[0]?.['id']);
  const created = await recorder.call('incidents.create', {
    body: {
      title: 'Checkout is down',
      description: 'Payments time out since the last deploy.',
      severity: 1,
      links: [{ type: 'error_group', ref }],
      escalation_policy_id: policy['id'],
    },
  });
  const path = { incident_id: String(created['id']) };
  // A job pages the first level. An acknowledgement before it would leave an escalation without a level in the examples.
  await recorder.call('incidents.get', { path, until: (incident) => incident['escalation']?.['level'] === 1 });
  const key = (idempotency_key: string, expected_version: number) => ({ expected_version, idempotency_key });
  await recorder.call('incidents.acknowledge', { path, body: key('ack-1', 1) });
  await recorder.call('incidents.comment', { path, body: { text: 'Rolling back to 1.4.1.', ...key('comment-2', 2) } });
  const linked = await recorder.call('incidents.link', { path, body: { type: 'alert', ref: 'checkout-latency' } });
  const link_id = String(items(linked, 'links').find((link) => link['type'] === 'alert')?.['id']);
  await recorder.call('incidents.unlink', { path: { ...path, link_id } });
  await recorder.call('incidents.update', { path, body: { severity: 2 } });
  await recorder.call('incidents.resolve', { path, body: key('resolve-6', 6) });
  await recorder.call('incidents.get', { path });
  await recorder.call('incidents.list', { query: { status: 'resolved' } });
  await recorder.call('incidents.timeline', { path });
  await recorder.call('incidents.reopen', { path, body: key('reopen-7', 7) });
  await recorder.call('incidents.delete', { path });
}
