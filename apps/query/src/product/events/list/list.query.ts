import { compileSearch } from '@svc/reading/search-language';
import { EVENT_ATTRIBUTES, EVENT_FIELDS } from '@svc/reading/signals';
import {
  hexDigits,
  isAfter,
  nanoseconds,
  nanoTimestamp,
  select,
  selectFrom,
  sql,
  stringParam,
  stringParams,
  typed,
  uint64s,
  zeroIdToUndefined,
  type Position,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { EVENTS } from '@svc/tables';
import { canonicalDistinctId, selectDistinctIds } from '../../../customers/index.js';

export interface EventFilters {
  readonly event: string;
  /** All distinct IDs of a person; undefined for the events of all persons. */
  readonly distinctIds: readonly string[] | undefined;
  readonly sessionId: string;
  readonly q: string;
}

/** Rows with the same message ID and times at most this far apart are one event. */
const REPEATED_WITHIN = NANOSECONDS_PER_DAY;

/** All distinct IDs of the person of one of them, as `linked_id`. */
export function selectIdsOfPerson(scope: Scope, distinctId: string): Sql {
  const given = sql`${stringParam(distinctId)}`;
  const canonical = canonicalDistinctId(scope, given, sql`SELECT ${given}`);
  return selectFrom(selectDistinctIds(scope, sql`SELECT ${canonical} AS canonical`), {
    columns: { linked_id: typed('String', sql`linked_id`) },
  });
}

export type CandidateRow = RowsOf<typeof selectCandidates>;

export interface Candidates {
  readonly scope: Scope;
  readonly slice: TimeRange;
  readonly filters: EventFilters;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Orders events of the same time; 16 bytes. */
const KEY = sql`sipHash128(message_id)`;

/** Rows that meet the filters, newest first, without their properties. A row may have arrived again with other content. */
export function selectCandidates({ scope, slice, filters, after, limit }: Candidates) {
  const rows = select({
    columns: rowColumns(filters),
    from: EVENTS,
    scope,
    during: slice,
    where: [
      after && isAfter(sql`timestamp, ${KEY}`, nanoTimestamp(after.value), after, 'desc'),
      ...columnConditions(filters),
    ],
  });
  return selectFrom(rows, {
    columns: {
      id: hexDigits(sql`${KEY} AS key`),
      time: nanoseconds(sql`timestamp`),
      hash: typed('UInt64', sql`any(message_id_hash)`),
    },
    where: [compileSearch(filters.q, EVENT_FIELDS, scope)],
    groupBy: sql`timestamp, key`,
    orderBy: sql`timestamp DESC, key DESC`,
    limit,
  });
}

export type EventRow = RowsOf<typeof selectEvents>;

/**
 * The events with these hashes of message IDs as they arrived last, if they meet the filters then.
 *
 * @param during the times of the rows that were found.
 */
export function selectEvents(scope: Scope, hashes: readonly string[], during: TimeRange, filters: EventFilters) {
  const rows = {
    from: EVENTS,
    scope,
    during: { from: during.from - REPEATED_WITHIN, to: during.to + REPEATED_WITHIN },
    where: [sql`message_id_hash IN (${uint64s(hashes.map(BigInt))})`],
  };
  const canonical = canonicalDistinctId(scope, undefined, select({ columns: sql`distinct_id`, ...rows }));
  const kept = select({
    columns: sql`${rowColumns(filters)}, ingested_at, trace_id, groups, properties, ${canonical} AS canonical`,
    ...rows,
    orderBy: sql`ingested_at DESC, timestamp DESC, distinct_id`,
    limitBy: sql`message_id`,
    limit: 1,
  });
  return selectFrom(kept, {
    columns: {
      id: hexDigits(KEY),
      time: nanoseconds(sql`timestamp`),
      // Milliseconds since 1970.
      received: typed('Int64', sql`toUnixTimestamp64Milli(ingested_at)`),
      message: typed('String', sql`message_id`),
      name: typed('String', sql`toString(event)`),
      owner: typed('String', sql`distinct_id`),
      canonical_id: typed('String', sql`canonical`),
      session: typed('String', sql`session_id`),
      trace: hexDigits(sql`trace_id`),
      environment_name: typed('String', sql`toString(environment)`),
      service: typed('String', sql`toString(service_name)`),
      release_name: typed('String', sql`toString(release)`),
      group_keys: typed('Map(String, String)', sql`CAST(groups, 'Map(String, String)')`),
      // A JSON object.
      payload: typed('String', sql`properties`),
    },
    where: [...columnConditions(filters), compileSearch(filters.q, EVENT_FIELDS, scope)],
  });
}

export const traceOf = ({ trace }: EventRow): string | undefined => zeroIdToUndefined(trace);

/** The columns that filters read. */
function rowColumns({ q }: EventFilters): Sql {
  const attributes = q.trim() === '' ? sql`CAST(map(), 'Map(String, String)')` : EVENT_ATTRIBUTES;
  return sql`timestamp, message_id, message_id_hash, event, distinct_id, session_id, service_name, environment, release,
  ${attributes} AS attributes, toUInt64(0) AS resource_hash`;
}

function columnConditions({ event, distinctIds, sessionId }: EventFilters): readonly (Sql | undefined)[] {
  return [
    event === '' ? undefined : sql`event = ${stringParam(event)}`,
    distinctIds && sql`has(${stringParams(distinctIds)}, distinct_id)`,
    sessionId === '' ? undefined : sql`session_id = ${stringParam(sessionId)}`,
  ];
}
