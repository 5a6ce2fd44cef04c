import { JUDGE_AGENT } from '@svc/gen-ai';
import { propertyCondition } from '@svc/property-filters';
import { distinctIdHash, personHash } from '@svc/reading/persons';
import { select, sql, stringParam, type Scope, type Sql } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { AGENT_RUNS, ERRORS, EVENTS, GROUP_REGISTERS, GROUP_SEEN, ISSUE_VARIANTS, LOGS, SPANS } from '@svc/tables';
import { GROUP, type GroupRow } from '../groups/groups.query.js';
import { FOLDED_VALUE } from '../persons/properties.repository.js';
import type { Figure, SegmentFilter } from './segment-filters.js';

export interface SegmentQuestion {
  readonly scope: Scope;
  readonly groupType: string;
  readonly filters: readonly SegmentFilter[];
  /** Nanoseconds since 1970. */
  readonly now: bigint;
}

/** Groups that pass all filters, as rows of `GroupRow`. */
export function selectMembers(question: SegmentQuestion): Sql<GroupRow> {
  return select({
    columns: GROUP,
    from: GROUP_SEEN,
    scope: question.scope,
    where: [sql`group_type = ${stringParam(question.groupType)}`],
    groupBy: sql`type, account`,
    having: question.filters.map((filter) => condition(question, filter)),
  });
}

function condition(question: SegmentQuestion, filter: SegmentFilter): Sql {
  if ('figure' in filter) return propertyCondition(FIGURE[filter.figure](question), filter.test);
  const { scope, groupType } = question;
  const { question: asked, isNegated } = filter.test;
  const values = select({
    columns: sql`group_key AS owner, ${FOLDED_VALUE} AS json`,
    from: GROUP_REGISTERS,
    scope,
    where: [
      sql`group_type = ${stringParam(groupType)}`,
      sql`key = ${stringParam(filter.property)}`,
      filter.source === 'server' ? sql`is_server = 1` : undefined,
    ],
    groupBy: sql`owner`,
  });
  const having = propertyCondition(sql`json`, { question: asked, isNegated: false });
  const matching = sql`account IN (SELECT owner FROM (${values}) WHERE ${having})`;
  // A group without the property is in no subselect, so a negated question tests for not being in it.
  return isNegated ? sql`NOT ${matching}` : matching;
}

/** The JSON of each figure of the row's group. */
const FIGURE: Readonly<Record<Figure, (question: SegmentQuestion) => Sql>> = {
  events_7d: (question) => counted(ofEvents(question, sql`uniqExact(message_id_hash)`)),
  persons_active_7d: (question) => counted(ofEvents(question, sql`uniqExact(${personHash(question.scope)})`)),
  errors_7d: (question) => counted(errors(question)),
  error_rate_7d: (question) => measured(errorRate(question), sql`toFloat64(0)`),
  open_issues: (question) => counted(openIssues(question)),
  cost_30d: (question) => measured(costOfRuns(question), sql`toFloat64(0)`),
  first_seen: () => time(sql`min(first_seen)`),
  last_seen: () => time(sql`max(last_seen)`),
};

const time = (column: Sql): Sql => sql`concat('"', formatDateTime(${column}, '%Y-%m-%dT%H:%i:%S.%fZ', 'UTC'), '"')`;

const counted = (rows: Sql): Sql => measured(rows, sql`toUInt64(0)`);

/**
 * @param rows `owner` and `amount`, one row for each group that has any.
 * @param zero the value for the others, of the amounts' type.
 */
function measured(rows: Sql, zero: Sql): Sql {
  const list = (column: Sql, end: Sql): Sql =>
    sql`(SELECT arrayPushBack(groupArray(${column}), ${end}) FROM (SELECT owner, amount FROM (${rows}) ORDER BY owner))`;
  return sql`toString(transform(account, ${list(sql`owner`, sql`''`)}, ${list(sql`amount`, zero)}, ${zero}))`;
}

const lastDays = (days: bigint, now: bigint): TimeRange => ({ from: now - days * NANOSECONDS_PER_DAY, to: now + 1n });
const week = (now: bigint): TimeRange => lastDays(7n, now);
const month = (now: bigint): TimeRange => lastDays(30n, now);

function ofEvents({ scope, groupType, now }: SegmentQuestion, amount: Sql): Sql {
  return select({
    columns: sql`groups[${stringParam(groupType)}] AS owner, toUInt64(${amount}) AS amount`,
    from: EVENTS,
    scope,
    during: week(now),
    where: [sql`groups[${stringParam(groupType)}] != ''`],
    groupBy: sql`owner`,
  });
}

/** The sessions of groups, as `owner` and `session`. */
function selectSessions({ scope, groupType, now }: SegmentQuestion, during = week(now)): Sql {
  return select({
    columns: sql`DISTINCT groups[${stringParam(groupType)}] AS owner, session_id AS session`,
    from: EVENTS,
    scope,
    during,
    where: [sql`groups[${stringParam(groupType)}] != ''`, HAS_SESSION],
  });
}

const HAS_SESSION = sql`session_id != ''`;

function errors(question: SegmentQuestion): Sql {
  const { scope, now } = question;
  const shared = { columns: sql`session_id AS session`, scope, during: week(now) };
  const logs = select({ ...shared, from: LOGS, where: [HAS_SESSION, sql`severity_number >= 17`] });
  const spans = select({ ...shared, from: SPANS, where: [HAS_SESSION, sql`status_code = 2`] });
  return sql`SELECT owner, count() AS amount
FROM (${logs}
UNION ALL
${spans}) AS failed
INNER JOIN (${selectSessions(question)}) AS sessions ON failed.session = sessions.session
GROUP BY owner`;
}

function errorRate(question: SegmentQuestion): Sql {
  const { scope, now } = question;
  const columns = sql`session_id AS session, count() AS calls, countIf(status_code = 2) AS failures`;
  const spans = select({ columns, from: SPANS, scope, during: week(now), where: [HAS_SESSION], groupBy: sql`session` });
  return sql`SELECT owner, sum(failures) / sum(calls) AS amount
FROM (${spans}) AS ended
INNER JOIN (${selectSessions(question)}) AS sessions ON ended.session = sessions.session
GROUP BY owner`;
}

/**
 * New or ongoing issues with an error that named the group, or that happened in a session with an event of the group.
 */
function openIssues(question: SegmentQuestion): Sql {
  const { scope, groupType, now } = question;
  const shared = { from: ERRORS, scope, during: month(now) };
  const owner = sql`groups[${stringParam(groupType)}]`;
  const named = select({
    ...shared,
    columns: sql`DISTINCT ${owner} AS owner, variant`,
    where: [sql`${owner} != ''`],
  });
  const failed = select({ ...shared, columns: sql`DISTINCT session_id AS session, variant`, where: [HAS_SESSION] });
  const issues = select({
    columns: sql`variant, issue_id`,
    from: ISSUE_VARIANTS,
    final: true,
    scope,
    where: [sql`is_open = 1`],
  });
  return sql`SELECT owner, uniqExact(issue_id) AS amount
FROM (${named}
UNION ALL
SELECT owner, variant
FROM (${failed}) AS failed
INNER JOIN (${selectSessions(question, month(now))}) AS sessions ON failed.session = sessions.session) AS affected
INNER JOIN (${issues}) AS issues ON affected.variant = issues.variant
GROUP BY owner`;
}

/** What agent runs cost in sessions with an event of the group, or of persons with such an event; each run once. */
function costOfRuns(question: SegmentQuestion): Sql {
  const { scope, groupType, now } = question;
  const during = month(now);
  const runs = select({
    columns: sql`run_id, session_id AS session, if(distinct_id = '', toUInt64(0), ${personHash(scope, distinctIdHash(sql`distinct_id`))}) AS person, toFloat64(cost) AS dollars`,
    from: AGENT_RUNS,
    final: true,
    scope,
    during,
    where: [sql`cost IS NOT NULL`, sql`agent_name != ${stringParam(JUDGE_AGENT)}`],
  });
  const owner = sql`groups[${stringParam(groupType)}]`;
  const persons = select({
    columns: sql`DISTINCT ${owner} AS owner, ${personHash(scope)} AS person`,
    from: EVENTS,
    scope,
    during,
    where: [sql`${owner} != ''`],
  });
  return sql`SELECT owner, sum(dollars) AS amount
FROM (SELECT DISTINCT owner, run_id, dollars
  FROM (SELECT owner, run_id, dollars
    FROM (${runs}) AS ran
    INNER JOIN (${selectSessions(question, during)}) AS sessions ON ran.session = sessions.session
    UNION ALL
    SELECT owner, run_id, dollars
    FROM (${runs}) AS ran
    INNER JOIN (${persons}) AS named ON ran.person = named.person))
GROUP BY owner`;
}
