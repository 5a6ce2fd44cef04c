/**
 * The tables of customers and product events, filled from the topic `capture`.
 *
 * Names, ids and property texts are the clients' own, after redaction. No table relies on the order in which events arrive: each
 * either keeps rows that merge into one, or registers whose merge is a minimum or a maximum. So any order, duplication or replay
 * of the log ends in the same content.
 */
import { ATTRIBUTES, FIRST_TIME, LAST_TIME, NAME, OWNER, PROJECT, TIME, TOTAL } from './columns.js';
import { column, defineTable } from './table.js';

/**
 * Product events. A message id that came twice has one row after merging, if its time, name and distinct id are equal too: reads
 * count message ids, not rows. The reserved events have no rows here.
 */
export const EVENTS = defineTable('events', {
  engine: 'ReplacingMergeTree(ingested_at)',
  columns: {
    ...OWNER,
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    ingested_at: column('DateTime64(3)', 'Delta(8), ZSTD(1)'),
    event: column(NAME),
    distinct_id: column('String'),
    // The client's, or one created at receipt.
    message_id: column('String'),
    session_id: column('String'),
    // All zero when the event belongs to no trace.
    trace_id: column('FixedString(16)'),
    environment: column(NAME),
    service_name: column(NAME),
    release: column(NAME),
    // Group type to group key.
    groups: column(ATTRIBUTES),
    // A JSON object, canonical: members sorted by name, no white space.
    properties: column('String'),
  },
  timeBound: 'date-of-timestamp',
  orderBy: '(project_number, toDate(timestamp), event, cityHash64(distinct_id), distinct_id, message_id)',
  partitionBy: '(retention_days, toYYYYMM(timestamp))',
  ttl: 'toDateTime(timestamp) + toIntervalDay(retention_days)',
  indexes: [
    bloomIndex('distinct_id', 'distinct_id'),
    bloomIndex('session_id', 'session_id'),
    bloomIndex('trace_id', 'trace_id'),
    bloomIndex('group_keys', 'mapValues(groups)'),
  ],
  shardBy: 'cityHash64(project_number, distinct_id)',
});

/**
 * A write to a property, in the order in which writes are compared: nanoseconds since the epoch, message id bytewise, SHA-256 of the
 * value's canonical JSON (of nothing for unset). `value` is canonical JSON; '' for unset.
 */
const WRITE = 'Tuple(time Int64, message_id String, tie FixedString(32), op UInt8, value String)';

/** `op` of a write. */
export const REGISTER_OP = { none: 0, set: 1, unset: 2, setOnce: 3 } as const;

/**
 * A register that was never written: `latest` with the least time, `earliest` with the greatest. Both have the op `none`. No event can
 * have these times.
 */
export const NEVER_WRITTEN = { latest: -(2n ** 63n), earliest: 2n ** 63n - 1n } as const;

const REGISTERS = {
  key: column('String'),
  // The greatest set or unset.
  latest: column(`SimpleAggregateFunction(max, ${WRITE})`),
  // The least set_once.
  earliest: column(`SimpleAggregateFunction(min, ${WRITE})`),
};

/** Properties of persons, by the distinct id they were written to. Rows of one key merge; a read that meets several folds them. */
export const PERSON_REGISTERS = defineTable('person_registers', {
  engine: 'AggregatingMergeTree',
  columns: { ...PROJECT, distinct_id: column('String'), ...REGISTERS },
  orderBy: '(project_number, distinct_id, key)',
  shardBy: 'cityHash64(project_number, distinct_id)',
});

/** Properties of groups; none is ever unset. */
export const GROUP_REGISTERS = defineTable('group_registers', {
  engine: 'AggregatingMergeTree',
  columns: { ...PROJECT, group_type: column(NAME), group_key: column('String'), ...REGISTERS },
  orderBy: '(project_number, group_type, group_key, key)',
  shardBy: 'cityHash64(project_number, group_type, group_key)',
});

/** Every link that was requested, also those that are refused later on. */
export const IDENTITY_LINKS = defineTable('identity_links', {
  engine: 'ReplacingMergeTree(ingested_at)',
  columns: {
    ...PROJECT,
    anon_distinct_id: column('String'),
    distinct_id: column('String'),
    timestamp: column(TIME),
    message_id: column('String'),
    // `identify`, or the name of the product event that carried the anonymous id.
    event: column(NAME),
    ingested_at: column('DateTime64(3)'),
  },
  orderBy: '(project_number, anon_distinct_id, distinct_id, timestamp, message_id)',
  shardBy: 'cityHash64(project_number)',
});

/** When a distinct id was seen, by the times of its events, and whether an identify named it. */
export const PERSON_SEEN = defineTable('person_seen', {
  engine: 'AggregatingMergeTree',
  columns: {
    ...PROJECT,
    distinct_id: column('String'),
    first_seen: column(FIRST_TIME),
    last_seen: column(LAST_TIME),
    is_identified: column('SimpleAggregateFunction(max, UInt8)'),
    // Of the person whose canonical distinct id this is: the UUID version 5 of it in the project's id. The way back from that id.
    person_id: column('SimpleAggregateFunction(any, FixedString(16))'),
  },
  orderBy: '(project_number, distinct_id)',
  indexes: [bloomIndex('person_id', 'person_id')],
  shardBy: 'cityHash64(project_number, distinct_id)',
});

/** When a group was seen: named by an event, or given properties. */
export const GROUP_SEEN = defineTable('group_seen', {
  engine: 'AggregatingMergeTree',
  columns: {
    ...PROJECT,
    group_type: column(NAME),
    group_key: column('String'),
    first_seen: column(FIRST_TIME),
    last_seen: column(LAST_TIME),
  },
  orderBy: '(project_number, group_type, group_key)',
  shardBy: 'cityHash64(project_number, group_type, group_key)',
});

/**
 * The canonical distinct id of each distinct id that ever had a link; one without a row is its own. The newest version counts: a link
 * that is undone writes one that maps to itself.
 */
export const PERSON_OVERRIDES = defineTable('person_overrides', {
  engine: 'ReplacingMergeTree(version)',
  columns: {
    ...PROJECT,
    distinct_id: column('String'),
    canonical_distinct_id: column('String'),
    version: column('UInt64'),
  },
  orderBy: '(project_number, distinct_id)',
  shardBy: 'cityHash64(project_number)',
});

/** Which events a project has, for discovery. An event that was sent again may count twice here; in `events` it does not. */
export const EVENT_NAMES_DAILY = defineTable('event_names_daily', {
  engine: 'AggregatingMergeTree',
  columns: {
    ...OWNER,
    day: column('Date'),
    event: column(NAME),
    count: column(TOTAL),
    last_seen: column(LAST_TIME),
  },
  timeBound: 'day',
  orderBy: '(project_number, day, event, retention_days)',
  ttl: 'day + toIntervalDay(retention_days)',
  shardBy: 'cityHash64(project_number, event)',
});

function bloomIndex(name: string, expression: string): string {
  return `INDEX ${name}_bloom ${expression} TYPE bloom_filter(0.01) GRANULARITY 1`;
}
