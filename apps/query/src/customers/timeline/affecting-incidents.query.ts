import { int64s, select, selectFrom, sql, stringParams, typed, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ERRORS, ISSUE_VARIANTS } from '@svc/tables';

/** An issue that an incident is linked to, and the time in which its errors belong to the incident. */
export interface LinkedIssue {
  readonly incidentId: string;
  readonly issueId: string;
  readonly during: TimeRange;
}

/** The incidents of which a linked issue has an error that meets a condition, at a time that belongs to the incident. */
export function selectAffecting(scope: Scope, condition: Sql, linked: readonly LinkedIssue[]) {
  const froms = linked.map(({ during }) => during.from);
  const ends = linked.map(({ during }) => during.to);
  const hexes = linked.map(({ issueId }) => issueId.replaceAll('-', '').toLowerCase());
  const variants = select({
    columns: sql`variant AS mapped, lower(hex(issue_id)) AS issue`,
    from: ISSUE_VARIANTS,
    final: true,
    scope,
    where: [sql`has(${stringParams(hexes)}, lower(hex(issue_id)))`],
  });
  const errors = select({
    columns: sql`variant AS own, toUnixTimestamp64Nano(timestamp) AS at`,
    from: ERRORS,
    scope,
    during: { from: least(froms), to: greatest(ends) },
    where: [condition, sql`variant IN (SELECT mapped FROM (${variants}))`],
  });
  const links = sql`SELECT link.1 AS of_issue, link.2 AS of_incident, link.3 AS since, link.4 AS until
  FROM (SELECT arrayJoin(arrayZip(${stringParams(hexes)}, ${stringParams(linked.map(({ incidentId }) => incidentId))}, ${int64s(froms)}, ${int64s(ends)})) AS link)`;
  return selectFrom(errors, {
    columns: { incident: typed('String', sql`of_incident`) },
    join: sql`AS errors
INNER JOIN (${variants}) AS variants ON errors.own = variants.mapped
INNER JOIN (${links}) AS links ON variants.issue = links.of_issue`,
    where: [sql`at >= since AND at < until`],
    groupBy: sql`incident`,
  });
}

const least = (times: readonly bigint[]): bigint => times.reduce((one, other) => (other < one ? other : one));
const greatest = (times: readonly bigint[]): bigint => times.reduce((one, other) => (other > one ? other : one));
