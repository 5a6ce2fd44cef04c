/**
 * The tables of customers and product events, filled from the topic `capture`.
 *
 * Names, IDs and property values are the client's own, after redaction. No table relies on the order in which events
 * arrive: each either keeps rows that merge into one, or registers whose merge is a minimum or a maximum. So any order,
 * duplication or replay of the log ends in the same content.
 */
import { ATTRIBUTES, FIRST_TIME, LAST_TIME, NAME, OWNER, PROJECT, TIME, TOTAL } from './columns.js';
import { column, computedColumn, defineTable } from './table.js';

/**
 * Product events. A message ID that arrived twice has one row after merging only if its time, name and distinct ID are
 * equal too, so reads count message IDs instead of rows. The reserved events have no rows here.
 *
 * The order key is made of numbers, among them hashes of both IDs, and holds all that counting messages, persons, funnels
 * and retention need. Rows with equal keys differ only in the other columns, so only reads of those need FINAL.
 */
export const EVENTS = defineTable('events', {
  engine: 'ReplacingMergeTree(ingested_at)',
  columns: {
    ...OWNER,
    timestamp: column(TIME, 'T64, LZ4'),
    ingested_at: column('DateTime64(3)', 'Delta(8), ZSTD(1)'),
    event: column(NAME),
    distinct_id: column('String'),
    // Ascending within a day and a name, in order of a hash: the differences have fewer bits.
    distinct_id_hash: computedColumn('UInt64', 'cityHash64(distinct_id)', 'Delta(8), T64, LZ4'),
    // Chosen by the client, or created at receipt.
    message_id: column('String'),
    message_id_hash: computedColumn('UInt64', 'cityHash64(message_id)', 'NONE'),
    session_id: column('String'),
    // All zeros if the event belongs to no trace.
    trace_id: column('FixedString(16)'),
    environment: column(NAME),
    service_name: column(NAME),
    release: column(NAME),
    // Group keys by group type.
    groups: column(ATTRIBUTES),
    // A canonical JSON object: members sorted by name, no white space.
    properties: column('String'),
  },
  timeBound: 'date-of-timestamp',
  orderBy: '(project_number, toDate(timestamp), event, distinct_id_hash, timestamp, message_id_hash)',
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
 * A write to a property. Its members are in the order in which writes are compared: nanoseconds since the epoch,
 * message ID bytewise, SHA-256 of the value's canonical JSON (of the empty string for unset). `value` is canonical
 * JSON; '' for unset.
 */
const WRITE = 'Tuple(time Int64, message_id String, tie FixedString(32), op UInt8, value String)';

/** The `op` of a write. */
export const REGISTER_OP = { none: 0, set: 1, unset: 2, setOnce: 3 } as const;

/**
 * A register that was never written: `latest` has the least time, `earliest` the greatest. Both have the op `none`. No
 * event can have these times.
 */
export const NEVER_WRITTEN = { latest: -(2n ** 63n), earliest: 2n ** 63n - 1n } as const;

const REGISTERS = {
  key: column('String'),
  // The last set or unset in the order of writes.
  latest: column(`SimpleAggregateFunction(max, ${WRITE})`),
  // The first set_once in the order of writes.
  earliest: column(`SimpleAggregateFunction(min, ${WRITE})`),
  // 1 if the write was sent with a secret key, 0 with a publishable one. Part of the order key, so that each origin has
  // its own row: flags can read only the writes of backends; all other reads fold both rows.
  is_server: column('UInt8'),
};

/**
 * Properties of persons, by the distinct ID they were written to. Rows of one key merge; a read that finds several
 * folds them.
 */
export const PERSON_REGISTERS = defineTable('person_registers', {
  engine: 'AggregatingMergeTree',
  columns: { ...PROJECT, distinct_id: column('String'), ...REGISTERS },
  orderBy: '(project_number, distinct_id, key, is_server)',
  shardBy: 'cityHash64(project_number, distinct_id)',
});

/** Properties of groups; group properties are never unset. */
export const GROUP_REGISTERS = defineTable('group_registers', {
  engine: 'AggregatingMergeTree',
  columns: { ...PROJECT, group_type: column(NAME), group_key: column('String'), ...REGISTERS },
  orderBy: '(project_number, group_type, group_key, key, is_server)',
  shardBy: 'cityHash64(project_number, group_type, group_key)',
});

/** Every link that was requested, including those that are refused later. */
export const IDENTITY_LINKS = defineTable('identity_links', {
  engine: 'ReplacingMergeTree(ingested_at)',
  columns: {
    ...PROJECT,
    anon_distinct_id: column('String'),
    distinct_id: column('String'),
    timestamp: column(TIME),
    message_id: column('String'),
    // `identify`, or the name of the product event that carried the anonymous ID.
    event: column(NAME),
    ingested_at: column('DateTime64(3)'),
  },
  orderBy: '(project_number, anon_distinct_id, distinct_id, timestamp, message_id)',
  shardBy: 'cityHash64(project_number)',
});

/** The first and last event time of each distinct ID, and whether an identify named it. */
export const PERSON_SEEN = defineTable('person_seen', {
  engine: 'AggregatingMergeTree',
  columns: {
    ...PROJECT,
    distinct_id: column('String'),
    first_seen: column(FIRST_TIME),
    last_seen: column(LAST_TIME),
    is_identified: column('SimpleAggregateFunction(max, UInt8)'),
    // The ID of the person whose canonical distinct ID this is: its UUID version 5 in the namespace of the project.
    // Reads use it to find the distinct ID of a person ID.
    person_id: column('SimpleAggregateFunction(any, FixedString(16))'),
  },
  orderBy: '(project_number, distinct_id)',
  indexes: [bloomIndex('person_id', 'person_id')],
  shardBy: 'cityHash64(project_number, distinct_id)',
});

/** When a group was first and last seen: named by an event, or given properties. */
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
 * The canonical distinct ID of each distinct ID that ever had a link; an ID without a row is its own canonical ID. The
 * row with the greatest version is valid: an undone link writes a row that maps the ID to itself.
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

/** The names of a project's events, for discovery. A repeated event may be counted twice here, but not in `events`. */
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
