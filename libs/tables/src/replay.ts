/** Session recordings: one row for each chunk, whose events are an encrypted object, and one for each session. */
import { DAILY_PARTITION, EXPIRY, NAME, OWNER, TIME, TOTAL } from './columns.js';
import { addedColumn, column, computedColumn, defineTable } from './table.js';

/** Milliseconds since 1970. */
const MS = 'UInt64';

/** Figures that chunks have and sessions sum. */
const CHUNK_FIGURES = [
  'events',
  'bytes',
  'stored_bytes',
  'clicks',
  'inputs',
  'console_errors',
  'network_errors',
] as const;

/**
 * The chunks of recordings. The key names a chunk, so one that is stored twice has one row after merging; the time of all rows of a session
 * is that at which its first chunk was received, so that they expire together and are read by their key.
 */
export const REPLAY_BLOCKS = defineTable('replay_blocks', {
  engine: 'ReplacingMergeTree(ingested_at)',
  columns: {
    ...OWNER,
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    session_id: column('String'),
    window_id: column('String'),
    // The number of the chunk in its window, from 0.
    seq: column('UInt32'),
    ingested_at: column('DateTime64(3)', 'Delta(8), ZSTD(1)'),
    distinct_id: column('String'),
    // The encrypted events, see libs/recordings.
    object_key: column('String'),
    events: column('UInt32'),
    // Of the redacted events as text, and of the object.
    bytes: column('UInt32'),
    stored_bytes: column('UInt32'),
    // The first and the last time of the events, on the clock of the browser.
    first_ms: column(MS),
    last_ms: column(MS),
    // When the chunk was received, less when the browser says it was sent; absent if it did not say.
    clock_difference_ms: column('Nullable(Int64)'),
    // What is added to times of the browser: decided by the first chunk of the window, and the same in its later ones unless the shared
    // cache was lost in between, so that of the row which was received first counts.
    clock_shift_ms: column('Int64'),
    // The times of full snapshots, in ascending order.
    snapshots: column(`Array(${MS})`),
    // The pages, redacted.
    urls: column('Array(String)'),
    clicks: column('UInt32'),
    inputs: column('UInt32'),
    console_errors: column('UInt32'),
    network_errors: column('UInt32'),
    // The starts and the ends of the periods in which the person was active.
    active_from: column(`Array(${MS})`),
    active_to: column(`Array(${MS})`),
    // What redaction replaced, by place, and the version of its rules.
    masked: column('Map(LowCardinality(String), UInt64)'),
    rules_version: column('UInt16'),
    sdk: column(NAME),
    release: column(NAME),
    environment: column(NAME),
    // How many numbers of its window the chunk takes, from seq on; 0 in rows from before this existed, when each took one.
    numbers: addedColumn('0015_replay_numbers', 'UInt32'),
  },
  timeBound: 'date-of-timestamp',
  orderBy: '(project_number, toDate(timestamp), session_id, window_id, seq)',
  partitionBy: DAILY_PARTITION,
  ttl: EXPIRY,
  granuleRows: 512,
  indexes: [
    'INDEX session_id_bloom session_id TYPE bloom_filter(0.01) GRANULARITY 4',
    'INDEX distinct_id_bloom distinct_id TYPE bloom_filter(0.01) GRANULARITY 4',
  ],
  shardBy: 'cityHash64(project_number, session_id)',
});

/** Sessions with a recording. Filled from `replay_blocks` by `replay_sessions_view`. */
export const REPLAY_SESSIONS = defineTable('replay_sessions', {
  engine: 'AggregatingMergeTree',
  columns: {
    ...OWNER,
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    session_id: column('String'),
    // Orders sessions that begin at the same time.
    session_key: computedColumn('FixedString(16)', 'sipHash128(session_id)'),
    // Times of the browser with its clock corrected.
    first_ms: column(`SimpleAggregateFunction(min, ${MS})`),
    last_ms: column(`SimpleAggregateFunction(max, ${MS})`),
    // The distinct ID of the last chunk, and the page of the first one, each after the time of the chunk in 20 digits: a read of an element
    // of a tuple would merge the element alone.
    visitor: column('SimpleAggregateFunction(max, String)'),
    entry: column('SimpleAggregateFunction(min, String)'),
    chunks: column(TOTAL),
    snapshots: column(TOTAL),
    ...figureColumns(),
    sdk: column('SimpleAggregateFunction(max, String)'),
    release: column('SimpleAggregateFunction(max, String)'),
    environment: column('SimpleAggregateFunction(max, String)'),
  },
  timeBound: 'timestamp',
  orderBy: '(project_number, timestamp, session_key, session_id)',
  partitionBy: '(retention_days, toYYYYMM(timestamp))',
  ttl: EXPIRY,
  granuleRows: 512,
  indexes: ['INDEX session_id_bloom session_id TYPE bloom_filter(0.001) GRANULARITY 4'],
  shardBy: 'cityHash64(project_number, session_id)',
});

/**
 * The parts of recordings that have ended: an object for many chunks of a window, which takes a fifth less than one for each. A part takes
 * the place of the objects of its chunks, whose rows stay.
 */
export const REPLAY_PARTS = defineTable('replay_parts', {
  engine: 'ReplacingMergeTree(version)',
  columns: {
    ...OWNER,
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    session_id: column('String'),
    window_id: column('String'),
    // The number of its first chunk.
    first_seq: column('UInt32'),
    // When it was stored, in milliseconds since 1970.
    version: column('UInt64'),
    object_key: column('String'),
    // Of the events as text, and of the object.
    bytes: column('UInt32'),
    stored_bytes: column('UInt32'),
    // The numbers of its chunks in ascending order, and how many events each has.
    seqs: column('Array(UInt32)'),
    events: column('Array(UInt32)'),
  },
  timeBound: 'date-of-timestamp',
  orderBy: '(project_number, toDate(timestamp), session_id, window_id, first_seq)',
  partitionBy: DAILY_PARTITION,
  ttl: EXPIRY,
  granuleRows: 512,
  shardBy: 'cityHash64(project_number, session_id)',
});

/**
 * What all chunks of a session say together: how long the person was active, and what annoyed them. Written again while chunks arrive;
 * the row of the highest version counts. Times are those of `replay_sessions`, with the clocks of browsers corrected.
 */
export const REPLAY_SUMMARIES = defineTable('replay_summaries', {
  engine: 'ReplacingMergeTree(version)',
  columns: {
    ...OWNER,
    timestamp: column(TIME, 'Delta(8), ZSTD(1)'),
    session_id: column('String'),
    session_key: computedColumn('FixedString(16)', 'sipHash128(session_id)'),
    // When its chunks were read, in milliseconds since 1970.
    version: column('UInt64'),
    // 1 once the session has ended, so that no chunk follows.
    is_final: column('UInt8'),
    // The chunks that were read: a chunk that was received before them can be stored after them.
    chunks: column('UInt32'),
    active_ms: column('UInt64'),
    rage_clicks: column('UInt32'),
    dead_clicks: column('UInt32'),
    error_clicks: column('UInt32'),
    // The pages in the order in which they were seen, redacted.
    urls: column('Array(String)'),
    // Rage, dead and error clicks in the order of time.
    'signals.kind': column(`Array(${NAME})`),
    'signals.time_ms': column(`Array(${MS})`),
    'signals.window_id': column('Array(String)'),
    'signals.clicks': column('Array(UInt32)'),
    // A short name of the element, and its text or label, redacted.
    'signals.selector': column('Array(String)'),
    'signals.text': column('Array(String)'),
    'signals.url': column('Array(String)'),
    'signals.reason': column('Array(String)'),
    // Pictures, fonts and style sheets that a player needs and that the recording does not contain, in the order of their first use.
    'assets.url': addedColumn('0016_replay_assets', 'Array(String)'),
    'assets.kind': addedColumn('0016_replay_assets', `Array(${NAME})`),
    'assets.release': addedColumn('0016_replay_assets', `Array(${NAME})`),
  },
  timeBound: 'timestamp',
  orderBy: '(project_number, timestamp, session_key, session_id)',
  partitionBy: '(retention_days, toYYYYMM(timestamp))',
  ttl: EXPIRY,
  granuleRows: 512,
  shardBy: 'cityHash64(project_number, session_id)',
});

function figureColumns() {
  const total = column(TOTAL);
  return {
    events: total,
    bytes: total,
    stored_bytes: total,
    clicks: total,
    inputs: total,
    console_errors: total,
    network_errors: total,
  } satisfies Record<(typeof CHUNK_FIGURES)[number], typeof total>;
}

/** The columns of a session that are sums of those of its chunks. */
export const REPLAY_FIGURES: readonly string[] = CHUNK_FIGURES;
