import type { Route } from '../../api/call.js';

/** The operations whose answers change with the overrides of a schedule. */
export const SCHEDULE_READS: readonly Route[] = [
  'GET /oncall/schedules/{schedule_id}/overrides',
  'GET /oncall/schedules/{schedule_id}/preview',
  'GET /oncall/schedules/{schedule_id}/now',
];
