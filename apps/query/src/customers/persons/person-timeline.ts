import { sql, stringParams, type Sql } from '@svc/reading/statement';
import type { TimelineSubject } from '../timeline/timeline.query.js';

/** The timeline of a person: telemetry under any of its IDs, or under none in one of its sessions. */
export function personTimeline(ids: readonly string[]): TimelineSubject {
  const isIts = sql`has(${stringParams(ids)}, distinct_id)`;
  const telemetry = (sessions: Sql): Sql => sql`(${isIts} OR (distinct_id = '' AND session_id IN (${sessions})))`;
  return { events: isIts, telemetry, errors: telemetry };
}
