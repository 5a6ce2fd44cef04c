import type { Route } from '../../api/call.js';

/** The operations whose answers change with a policy. */
export const POLICY_READS: readonly Route[] = [
  'GET /escalation-policies',
  'GET /escalation-policies/{policy_id}',
  'GET /escalation-policies/{policy_id}/dry-run',
  'GET /alerts/rules/{rule_id}',
];
