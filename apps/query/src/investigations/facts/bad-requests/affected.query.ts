import { canonicalDistinctId } from '@svc/reading/persons';
import { select, selectFrom, sql, typed, type Sql } from '@svc/reading/statement';
import { EVENTS } from '@svc/tables';
import { sampleRange } from '../sample/trace-sample.js';
import { selectRequests, type BadRequests } from './attributes.query.js';

/** Persons whose requests were bad. */
export function selectAffectedPersons(requests: BadRequests, person: Sql) {
  return selectFrom(selectRequests(requests, sql`if(distinct_id = '', '', ${person}) AS person`), {
    columns: {
      persons: typed('UInt64', sql`uniqExactIf(person, bad AND person != '')`),
      requests: typed('UInt64', sql`countIf(bad)`),
    },
  });
}

/** Hashes of the trace, the session and the person of a row, without those that it does not have. */
const linksOf = (
  person: Sql,
): Sql => sql`arrayFilter(h -> h != 0, [if(trace_id = toFixedString('', 16), 0, cityHash64('trace', trace_id)),
    if(session_id = '', 0, cityHash64('session', session_id)), if(distinct_id = '', 0, cityHash64('person', ${person}))])`;

/**
 * Accounts of the bad requests: those that events of the same trace, of the same session or of the same person name in either window. The
 * accounts with most of these persons come first.
 */
export function selectAffectedAccounts(requests: BadRequests, limit: number) {
  const { sample } = requests;
  const { scope } = sample;
  const person = canonicalDistinctId(scope);
  const bad = selectFrom(selectRequests(requests, sql`${linksOf(person)} AS links`), {
    columns: sql`arrayJoin(links)`,
    where: [sql`bad`],
  });
  const events = select({
    columns: sql`groups, ${person} AS person, arrayJoin(${linksOf(person)}) AS link`,
    from: EVENTS,
    scope,
    during: sampleRange(sample),
    where: [sql`notEmpty(groups)`],
  });
  return selectFrom(events, {
    columns: {
      type: typed('String', sql`toString(arrayJoin(mapKeys(groups)) AS group_type)`),
      account: typed('String', sql`groups[group_type]`),
      persons: typed('UInt64', sql`uniqExact(person)`),
      accounts: typed('UInt64', sql`count() OVER ()`),
    },
    where: [sql`link IN (${bad})`],
    groupBy: sql`type, account`,
    orderBy: sql`persons DESC, type, account`,
    limit,
  });
}
