import { EVENTS, PERSON_SEEN } from '@svc/columnar';
import { canonicalDistinctId, personHash } from '../../../customers/index.js';
import { int64s, select, sql, stringParams, uint64, type Scope, type Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { slotOf, VALUE } from '../breakdown.js';
import { personValues, type EventField } from '../event-fields.js';

export type Measure = 'count' | 'unique_persons';

/** What a statement counts. Rows are messages of one day: the engine replaces one that came twice with the same time. */
export type Counted = 'messages' | 'rows' | 'persons';

/** A part of what is counted, by its hash: of parts that have nothing in common the counts are added. From 0 on. */
export interface Slice {
  readonly nth: number;
  readonly of: number;
}

/** Which events to count, and how. */
export interface TrendCounting {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly events: readonly string[];
  readonly counted: Counted;
  readonly where: readonly Sql[];
  readonly breakdown: EventField | undefined;
  /** Starts of the buckets, ascending; the first is not behind the range. */
  readonly starts: readonly bigint[];
}

export interface TrendValueRow {
  readonly event_name: string;
  readonly value: string;
  readonly hash: string;
}

/** The largest values of each event in a slice of what is counted, largest first. */
export function selectTrendValues(counting: TrendCounting, top: number, slice: Slice): Sql {
  return sql`SELECT event_name, value, sipHash64(event_name, value) AS hash, ${measureOf(counting)} AS total
FROM (${countedEvents(counting)})
WHERE has_value AND ${isIn(slice)}
GROUP BY event_name, value
ORDER BY event_name, total DESC, value
LIMIT ${uint64(top)} BY event_name`;
}

export interface TrendRow {
  readonly event_name: string;
  /** From 1 the place of the value's hash among those given; 0 for all others, -1 for none. Always 0 without a breakdown. */
  readonly slot: number;
  /** Start of the bucket in nanoseconds; 0 in the row that counts the whole window. */
  readonly bucket: string;
  readonly counted: string;
}

/** Every series in its buckets and as a whole, in one pass. A person in two buckets is one in the whole. */
export function selectTrends(counting: TrendCounting, hashes: readonly string[], part: Slice): Sql {
  const slot = slotOf(sql`sipHash64(event_name, value)`, hashes);
  return sql`SELECT event_name, slot, bucket, ${measureOf(counting)} AS counted
FROM (SELECT event_name, bucket, thing, ${counting.breakdown ? slot : sql`0`} AS slot
FROM (${countedEvents(counting)})
WHERE ${isIn(part)})
GROUP BY GROUPING SETS ((event_name, slot, bucket), (event_name, slot))`;
}

/** How many rows there are at most: read from the key alone. */
export function selectEventCount({ scope, range, events }: TrendCounting): Sql {
  const where = [sql`event IN ${stringParams(events)}`];
  return select({ columns: sql`count() AS rows`, from: EVENTS, scope, during: range, where });
}

/** How many ids of persons there are at most. */
export function selectIdCount(scope: Scope): Sql {
  return select({ columns: sql`count() AS rows`, from: PERSON_SEEN, scope });
}

const measureOf = ({ counted }: TrendCounting): Sql => (counted === 'rows' ? sql`count()` : sql`uniqExact(thing)`);

const isIn = ({ nth, of }: Slice): Sql => (of === 1 ? sql`1` : sql`thing % ${uint64(of)} = ${uint64(nth)}`);

/** The events with what they are counted by: a hash of 64 bits stands for a message id or a person. */
function countedEvents({ scope, range, events, counted, where, breakdown, starts }: TrendCounting): Sql {
  const person = breakdown?.of === 'person' ? canonicalDistinctId(scope) : sql`''`;
  const thing = { messages: sql`cityHash64(message_id)`, rows: sql`toUInt64(0)`, persons: personHash(scope) }[counted];
  const json = breakdown?.of === 'event' ? breakdown.json : sql`''`;
  const rows = select({
    columns: sql`toString(event) AS event_name, ${person} AS person, ${thing} AS thing, ${json} AS json,
  roundDown(toUnixTimestamp64Nano(timestamp), ${int64s(starts)}) AS bucket`,
    from: EVENTS,
    final: true,
    scope,
    during: range,
    where: [sql`event IN ${stringParams(events)}`, ...where],
  });
  const joined =
    breakdown?.of === 'person'
      ? sql`SELECT event_name, thing, bucket, owned.json AS json
FROM (${rows}) AS counted LEFT ANY JOIN (${personValues(breakdown.key, scope)}) AS owned ON counted.person = owned.owner`
      : rows;
  return sql`SELECT event_name, thing, bucket, ${VALUE}
FROM (${joined})`;
}
