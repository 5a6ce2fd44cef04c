import type { Route } from '../../api/call.js';

/** The operations whose answers change with a schedule and its overrides. */
export const SCHEDULE_READS: readonly Route[] = [
  'GET /oncall/schedules',
  'GET /oncall/schedules/{schedule_id}/overrides',
  'GET /oncall/schedules/{schedule_id}/preview',
  'GET /oncall/schedules/{schedule_id}/now',
  'GET /escalation-policies',
  'GET /escalation-policies/{policy_id}/dry-run',
];
