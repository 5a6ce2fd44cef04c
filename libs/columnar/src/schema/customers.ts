/**
 * The tables of customers and product events, filled from the topic `capture`.
 *
 * Names, ids and property texts are the clients' own, after redaction. No table relies on the order in which events arrive: each
 * either keeps rows that merge into one, or registers whose merge is a minimum or a maximum. So any order, duplication or replay
 * of the log ends in the same content.
 */
import { column, NAME, OWNER, PROJECT, TIME, TOTAL } from './columns.js';
import type { TableDefinition } from './table.js';

const FIRST_SEEN = column('first_seen', `SimpleAggregateFunction(min, ${TIME})`);
const LAST_SEEN = column('last_seen', `SimpleAggregateFunction(max, ${TIME})`);

const bloom = (name: string, expression: string) =>
  `INDEX ${name}_bloom ${expression} TYPE bloom_filter(0.01) GRANULARITY 1`;

/**
 * Product events. A message id that came twice has one row after merging, if its time, name and distinct id are equal too: reads
 * count message ids, not rows. The reserved events have no rows here.
 */
export const EVENTS: TableDefinition = {
  name: 'events',
  engine: 'ReplacingMergeTree(ingested_at)',
  columns: [
    ...OWNER,
    column('timestamp', TIME, 'Delta(8), ZSTD(1)'),
    column('ingested_at', 'DateTime64(3)', 'Delta(8), ZSTD(1)'),
    column('event', NAME),
    column('distinct_id', 'String'),
    // The client's, or one made at receipt.
    column('message_id', 'String'),
    column('session_id', 'String'),
    // All zero when the event belongs to no trace.
    column('trace_id', 'FixedString(16)'),
    column('environment', NAME),
    column('service_name', NAME),
    column('release', NAME),
    // Group type to group key.
    column('groups', 'Map(LowCardinality(String), String)'),
    // A JSON object, canonical: members sorted by name, no white space.
    column('properties', 'String'),
  ],
  orderBy: '(project_number, toDate(timestamp), event, cityHash64(distinct_id), distinct_id, message_id)',
  partitionBy: '(retention_days, toYYYYMM(timestamp))',
  ttl: 'toDateTime(timestamp) + toIntervalDay(retention_days)',
  indexes: [
    bloom('distinct_id', 'distinct_id'),
    bloom('session_id', 'session_id'),
    bloom('trace_id', 'trace_id'),
    bloom('group_keys', 'mapValues(groups)'),
  ],
  shardBy: 'cityHash64(project_number, distinct_id)',
};

/**
 * A write to a property, in the order in which writes are compared: nanoseconds since the epoch, message id bytewise, SHA-256 of the
 * value's canonical JSON (of nothing for unset). `value` is canonical JSON; '' for unset.
 */
const WRITE = 'Tuple(time Int64, message_id String, tie FixedString(32), op UInt8, value String)';

/** `op` of a write. */
export const REGISTER_OP = { none: 0, set: 1, unset: 2, setOnce: 3 } as const;

/**
 * A register nobody wrote to: `latest` with the least time, `earliest` with the greatest. Both have the op `none`. No event can have
 * these times.
 */
export const NEVER_WRITTEN = { latest: -(2n ** 63n), earliest: 2n ** 63n - 1n } as const;

const REGISTERS = [
  column('key', 'String'),
  // The greatest set or unset.
  column('latest', `SimpleAggregateFunction(max, ${WRITE})`),
  // The least set_once.
  column('earliest', `SimpleAggregateFunction(min, ${WRITE})`),
];

/** Properties of persons, by the distinct id they were written to. Rows of one key merge; a read that meets several folds them. */
export const PERSON_REGISTERS: TableDefinition = {
  name: 'person_registers',
  engine: 'AggregatingMergeTree',
  columns: [PROJECT, column('distinct_id', 'String'), ...REGISTERS],
  orderBy: '(project_number, distinct_id, key)',
  shardBy: 'cityHash64(project_number, distinct_id)',
};

/** Properties of groups; none is ever unset. */
export const GROUP_REGISTERS: TableDefinition = {
  name: 'group_registers',
  engine: 'AggregatingMergeTree',
  columns: [PROJECT, column('group_type', NAME), column('group_key', 'String'), ...REGISTERS],
  orderBy: '(project_number, group_type, group_key, key)',
  shardBy: 'cityHash64(project_number, group_type, group_key)',
};

/** Every link that was asked for, also those that are refused later on. */
export const IDENTITY_LINKS: TableDefinition = {
  name: 'identity_links',
  engine: 'ReplacingMergeTree(ingested_at)',
  columns: [
    PROJECT,
    column('anon_distinct_id', 'String'),
    column('distinct_id', 'String'),
    column('timestamp', TIME),
    column('message_id', 'String'),
    // `identify`, or the name of the product event that carried the anonymous id.
    column('event', NAME),
    column('ingested_at', 'DateTime64(3)'),
  ],
  orderBy: '(project_number, anon_distinct_id, distinct_id, timestamp, message_id)',
  shardBy: 'cityHash64(project_number)',
};

/** When a distinct id was seen, by the times of its events, and whether an identify named it. */
export const PERSON_SEEN: TableDefinition = {
  name: 'person_seen',
  engine: 'AggregatingMergeTree',
  columns: [
    PROJECT,
    column('distinct_id', 'String'),
    FIRST_SEEN,
    LAST_SEEN,
    column('is_identified', 'SimpleAggregateFunction(max, UInt8)'),
    // Of the person whose canonical distinct id this is: the UUID version 5 of it in the project's id. The way back from that id.
    column('person_id', 'SimpleAggregateFunction(any, FixedString(16))'),
  ],
  orderBy: '(project_number, distinct_id)',
  indexes: [bloom('person_id', 'person_id')],
  shardBy: 'cityHash64(project_number, distinct_id)',
};

/** When a group was seen: named by an event, or given properties. */
export const GROUP_SEEN: TableDefinition = {
  name: 'group_seen',
  engine: 'AggregatingMergeTree',
  columns: [PROJECT, column('group_type', NAME), column('group_key', 'String'), FIRST_SEEN, LAST_SEEN],
  orderBy: '(project_number, group_type, group_key)',
  shardBy: 'cityHash64(project_number, group_type, group_key)',
};

/**
 * The canonical distinct id of each distinct id that ever had a link; one without a row is its own. The newest version counts: a link
 * that is undone writes one that maps to itself.
 */
export const PERSON_OVERRIDES: TableDefinition = {
  name: 'person_overrides',
  engine: 'ReplacingMergeTree(version)',
  columns: [
    PROJECT,
    column('distinct_id', 'String'),
    column('canonical_distinct_id', 'String'),
    column('version', 'UInt64'),
  ],
  orderBy: '(project_number, distinct_id)',
  shardBy: 'cityHash64(project_number)',
};

/** Which events a project has, for discovery. An event that was sent again may count twice here; in `events` it does not. */
export const EVENT_NAMES_DAILY: TableDefinition = {
  name: 'event_names_daily',
  engine: 'AggregatingMergeTree',
  columns: [...OWNER, column('day', 'Date'), column('event', NAME), column('count', TOTAL), LAST_SEEN],
  orderBy: '(project_number, day, event, retention_days)',
  ttl: 'day + toIntervalDay(retention_days)',
  shardBy: 'cityHash64(project_number, event)',
};

/** The tables that the sink fills from the topic `capture`. */
export const CAPTURE_TABLES = [
  EVENTS,
  PERSON_REGISTERS,
  GROUP_REGISTERS,
  IDENTITY_LINKS,
  PERSON_SEEN,
  GROUP_SEEN,
  EVENT_NAMES_DAILY,
] as const;
