import {
  select,
  selectFrom,
  sql,
  stringParams,
  typed,
  uint64,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { EVENT_NAMES_DAILY, EVENTS, PERSON_SEEN } from '@svc/tables';
import { personHash } from '../../../customers/index.js';
import { slotIndex, VALUE } from '../breakdown.js';
import { finalIf, personValues, type EventField } from '../event-fields.js';
import { bucketStart } from '../event-window.js';
import type { Slice, TrendPart } from './plan.js';

export type Measure = 'count' | 'unique_persons';

/** The counted unit of a statement. Messages by day are the messages of a bucket on one day, in UTC, and their sums. */
export type Counted = 'messages' | 'messages_by_day' | 'rows' | 'persons';

/** Which events to count, and how. */
export interface TrendCounting {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly events: readonly string[];
  readonly counted: Counted;
  readonly where: readonly Sql[];
  readonly breakdown: EventField | undefined;
  /** Starts of the buckets, ascending; the first is not after the start of the range. */
  readonly starts: readonly bigint[];
}

export type TrendValueRow = RowsOf<typeof selectTrendValues>;

/** Selects the largest values of each event in a slice, largest first. */
export function selectTrendValues(counting: TrendCounting, top: number, slice: Slice) {
  return selectFrom(countedEvents(counting), {
    columns: {
      event_name: typed('String', sql`event_name`),
      value: typed('String', sql`value`),
      hash: typed('UInt64', sql`sipHash64(event_name, value)`),
      total: typed('UInt64', counting.counted === 'rows' ? sql`count()` : sql`uniqExact(thing)`),
    },
    where: [sql`has_value AND ${isIn(slice)}`],
    groupBy: sql`event_name, value`,
    orderBy: sql`event_name, total DESC, value`,
    limit: top,
    limitBy: sql`event_name`,
  });
}

export type TrendRow = RowsOf<typeof selectTrends>;

/** Every series by bucket and in total. A person in two buckets counts once in the total. */
export function selectTrends(counting: TrendCounting, hashes: readonly string[], { range, slice, counts }: TrendPart) {
  const slot = slotIndex(sql`sipHash64(event_name, value)`, hashes);
  const things = sql`SELECT event_name, bucket, day, thing, ${counting.breakdown ? slot : sql`0`} AS slot
FROM (${countedEvents({ ...counting, range })})
WHERE ${isIn(slice)}`;
  const isByDay = counting.counted === 'messages_by_day';
  const days = sql`SELECT event_name, bucket, slot, uniqExact(thing) AS things
FROM (${things})
GROUP BY event_name, bucket, slot, day`;
  const isTotal = counts === 'totals';
  return selectFrom(isByDay ? days : things, {
    columns: {
      event_name: typed('String', sql`event_name`),
      // The position of the value's hash in the given list, from 1; 0 for all others, -1 for none. Always 0 without a
      // breakdown.
      slot: typed('Int16', sql`slot`),
      // Start of the bucket in nanoseconds, unless the row counts the whole range.
      bucket: typed('Int64', isTotal ? sql`toInt64(0)` : sql`bucket`),
      is_total: typed('UInt8', isTotal ? sql`toUInt8(1)` : sql`toUInt8(grouping(bucket))`),
      counted: typed('UInt64', isByDay ? sql`sum(things)` : sql`uniqExact(thing)`),
    },
    groupBy: GROUPS[counts],
  });
}

const GROUPS: Readonly<Record<TrendPart['counts'], Sql>> = {
  buckets: sql`GROUPING SETS ((event_name, slot, bucket))`,
  totals: sql`event_name, slot`,
  both: sql`GROUPING SETS ((event_name, slot, bucket), (event_name, slot))`,
};

/** Upper bounds of the number of events on each day that the range touches. */
export function selectEventCounts({ scope, range, events }: TrendCounting) {
  return select({
    columns: { number: typed('UInt16', sql`toUInt16(day)`), events: typed('UInt64', sql`sum(count)`) },
    from: EVENT_NAMES_DAILY,
    scope,
    during: range,
    where: [sql`event IN ${stringParams(events)}`],
    groupBy: sql`number`,
  });
}

/** An upper bound of the number of person IDs. */
export function selectIdCount(scope: Scope) {
  return select({ columns: { ids: typed('UInt64', sql`count()`) }, from: PERSON_SEEN, scope });
}

const isIn = ({ nth, of }: Slice): Sql => (of === 1 ? sql`1` : sql`thing % ${uint64(of)} = ${uint64(nth)}`);

/** Selects the events with the counted unit: a hash of 64 bits identifies a message ID or a person. */
function countedEvents({ scope, range, events, counted, where, breakdown, starts }: TrendCounting): Sql {
  const isByPerson = breakdown?.of === 'person';
  const thing =
    counted === 'persons' ? personHash(scope) : counted === 'rows' ? sql`toUInt64(0)` : sql`message_id_hash`;
  const rows = select({
    columns: sql`toString(event) AS event_name, ${isByPerson ? personHash(scope) : sql`0`} AS person, ${thing} AS thing,
  ${breakdown?.of === 'event' ? breakdown.json : sql`''`} AS json, toDate(timestamp) AS day,
  ${bucketStart(sql`toUnixTimestamp64Nano(timestamp)`, starts)} AS bucket`,
    from: EVENTS,
    ...finalIf(where.length > 0 || breakdown?.of === 'event'),
    scope,
    during: range,
    where: [sql`event IN ${stringParams(events)}`, ...where],
  });
  const joined = isByPerson
    ? sql`SELECT event_name, thing, day, bucket, owned.json AS json
FROM (${rows}) AS counted LEFT ANY JOIN (${personValues(breakdown.key, scope)}) AS owned ON counted.person = owned.owner`
    : rows;
  return sql`SELECT event_name, thing, day, bucket, ${VALUE}
FROM (${joined})`;
}
