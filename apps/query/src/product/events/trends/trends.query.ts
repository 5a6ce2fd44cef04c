import { EVENTS, PERSON_SEEN } from '@svc/tables';
import { canonicalDistinctId, personHash } from '../../../customers/index.js';
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
import { slotIndex, VALUE } from '../breakdown.js';
import { bucketStart } from '../event-window.js';
import { personValues, type EventField } from '../event-fields.js';

export type Measure = 'count' | 'unique_persons';

/**
 * What a statement counts. Rows are messages of one day: the engine replaces a message that arrived twice with the same
 * time.
 */
export type Counted = 'messages' | 'rows' | 'persons';

/** A part of what is counted, by its hash. Slices are disjoint, so their counts can be added. Counted from 0. */
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
  /** Starts of the buckets, ascending; the first is not after the start of the range. */
  readonly starts: readonly bigint[];
}

export type TrendValueRow = RowsOf<typeof selectTrendValues>;

/** The largest values of each event in a slice of what is counted, largest first. */
export function selectTrendValues(counting: TrendCounting, top: number, slice: Slice) {
  return selectFrom(countedEvents(counting), {
    columns: {
      event_name: typed('String', sql`event_name`),
      value: typed('String', sql`value`),
      hash: typed('UInt64', sql`sipHash64(event_name, value)`),
      total: typed('UInt64', sql`${measureExpression(counting)}`),
    },
    where: [sql`has_value AND ${isIn(slice)}`],
    groupBy: sql`event_name, value`,
    orderBy: sql`event_name, total DESC, value`,
    limit: top,
    limitBy: sql`event_name`,
  });
}

export type TrendRow = RowsOf<typeof selectTrends>;

/** Every series by bucket and in total, in one pass. A person in two buckets counts once in the total. */
export function selectTrends(counting: TrendCounting, hashes: readonly string[], part: Slice) {
  const slot = slotIndex(sql`sipHash64(event_name, value)`, hashes);
  return selectFrom(
    sql`SELECT event_name, bucket, thing, ${counting.breakdown ? slot : sql`0`} AS slot
FROM (${countedEvents(counting)})
WHERE ${isIn(part)}`,
    {
      columns: {
        event_name: typed('String', sql`event_name`),
        // The position of the value's hash in the given list, from 1; 0 for all others, -1 for none. Always 0 without a
        // breakdown.
        slot: typed('Int16', sql`slot`),
        // Start of the bucket in nanoseconds, unless the row counts the whole window.
        bucket: typed('Int64', sql`bucket`),
        is_total: typed('UInt8', sql`toUInt8(grouping(bucket))`),
        counted: typed('UInt64', sql`${measureExpression(counting)}`),
      },
      groupBy: sql`GROUPING SETS ((event_name, slot, bucket), (event_name, slot))`,
    },
  );
}

/** An upper bound of the number of rows, read from the key alone. */
export function selectEventCount({ scope, range, events }: TrendCounting) {
  const where = [sql`event IN ${stringParams(events)}`];
  return select({ columns: { rows: typed('UInt64', sql`count()`) }, from: EVENTS, scope, during: range, where });
}

/** An upper bound of the number of person IDs. */
export function selectIdCount(scope: Scope) {
  return select({ columns: { rows: typed('UInt64', sql`count()`) }, from: PERSON_SEEN, scope });
}

const measureExpression = ({ counted }: TrendCounting): Sql =>
  counted === 'rows' ? sql`count()` : sql`uniqExact(thing)`;

const isIn = ({ nth, of }: Slice): Sql => (of === 1 ? sql`1` : sql`thing % ${uint64(of)} = ${uint64(nth)}`);

/** The events with what is counted: a hash of 64 bits identifies a message ID or a person. */
function countedEvents({ scope, range, events, counted, where, breakdown, starts }: TrendCounting): Sql {
  const person = breakdown?.of === 'person' ? canonicalDistinctId(scope) : sql`''`;
  const thing = { messages: sql`cityHash64(message_id)`, rows: sql`toUInt64(0)`, persons: personHash(scope) }[counted];
  const json = breakdown?.of === 'event' ? breakdown.json : sql`''`;
  const rows = select({
    columns: sql`toString(event) AS event_name, ${person} AS person, ${thing} AS thing, ${json} AS json,
  ${bucketStart(sql`toUnixTimestamp64Nano(timestamp)`, starts)} AS bucket`,
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
