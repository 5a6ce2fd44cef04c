import { fillOnce } from './fill-once.js';

export interface RecordingsData {
  /** Recordings of the last week. */
  readonly sessions: number;
  /** Time after the start of the last one: seconds since 1970. */
  readonly end: number;
}

/** Seconds in which the recordings begin: the week that a list shows without a window. */
export const WEEK_SECONDS = 7 * 86_400;
/**
 * Sessions that are written together, those of eight hours of a million. All rows of a session arrive within a day, so that those of
 * older ones are merged, and only new parts overlap.
 */
const BATCH = 50_000;
/** Chunks of a session. A list reads rows of sessions, which merge to one, however many chunks they have. */
const CHUNKS = [0, 1];
/** A session is summarized while it goes on, and when it has ended. */
const VERSIONS = [1, 2];

/** Fills the embedded column store of a state directory once; existing data is used again, whatever the argument. */
export function prepareRecordings(directory: string, sessions: number): Promise<RecordingsData> {
  return fillOnce(directory, 'recordings-data.json', async (store) => {
    const end = Math.floor(Date.now() / 1_000);
    const time = { start: (end - WEEK_SECONDS) * 1_000, step: Math.floor((WEEK_SECONDS * 1_000) / sessions) };
    for (let from = 0; from < sessions; from += BATCH) {
      const batch = { ...time, from, count: Math.min(BATCH, sessions - from) };
      for (const seq of CHUNKS) await store.command(BLOCKS, { ...batch, seq });
      for (const version of VERSIONS) await store.command(SUMMARIES, { ...batch, version });
    }
    return { sessions, end };
  });
}

/**
 * A session by its number: 50,000 persons, of whom each has as many, and a length of ten minutes at most. The first project of a
 * workspace is 1.
 */
const SESSION = `number + {from:UInt64} AS n, sipHash64(n) AS random, lower(hex(MD5(toString(n)))) AS id,
  {start:UInt64} + n * {step:UInt64} AS begin_ms, 10000 + random % 590000 AS length_ms`;
const BEGIN = 'fromUnixTimestamp64Nano(toInt64(begin_ms) * 1000000)';

/** Chunks in the order of their sessions; the view of the migration fills `replay_sessions` with them. */
const BLOCKS = `
INSERT INTO replay_blocks (project_number, retention_days, timestamp, session_id, window_id, seq, ingested_at, distinct_id, object_key, events,
  bytes, stored_bytes, first_ms, last_ms, clock_shift_ms, snapshots, urls, clicks, inputs, console_errors, network_errors, active_from,
  active_to, masked, rules_version, sdk, release, environment)
WITH ${SESSION}, begin_ms + {seq:UInt32} * (length_ms - 5000) AS first
SELECT 1, 30, ${BEGIN}, id, 'w1', {seq:UInt32}, fromUnixTimestamp64Milli(toInt64(first) + 5000),
  concat('user-', toString(random % 50000)), concat('replay/1/2100-01-01/', id, '/', toString({seq:UInt32})), 65,
  25000, 2500, first, first + 5000, 0, if({seq:UInt32} = 0, [first], []), [concat('https://shop.example/p/', toString(random % 3000))],
  random % 9, random % 4, random % 30 = 0, random % 40 = 0, [first], [first + 5000],
  map('text', random % 5, 'url', 20), 1, 'rrweb 2.1.6', concat('web-', toString(intDiv(n, 50000))),
  if(random % 5 = 0, 'staging', 'production')
FROM numbers({count:UInt64})`;

/** Summaries: every twentieth session has rage clicks, one to five bursts, and every tenth dead ones. */
const SUMMARIES = `
INSERT INTO replay_summaries (project_number, retention_days, timestamp, session_id, version, is_final, active_ms, rage_clicks, dead_clicks,
  error_clicks, urls, \`signals.kind\`, \`signals.time_ms\`, \`signals.window_id\`, \`signals.clicks\`, \`signals.selector\`, \`signals.text\`,
  \`signals.url\`, \`signals.reason\`)
WITH ${SESSION}, concat('https://shop.example/p/', toString(random % 3000)) AS url,
  if(random % 20 = 0, 1 + intDiv(random, 20) % 5, 0) AS rage, random % 10 = 1 AS dead, rage + dead AS clicks
SELECT 1, 30, ${BEGIN}, id, begin_ms + {version:UInt64} * 300000, {version:UInt64} = 2, intDiv(length_ms, 3), rage, dead, 0, [url],
  arrayWithConstant(clicks, if(dead, 'dead', 'rage')), arrayWithConstant(clicks, begin_ms + 5000), arrayWithConstant(clicks, 'w1'),
  arrayWithConstant(clicks, toUInt32(5)), arrayWithConstant(clicks, 'button.pay'), arrayWithConstant(clicks, 'Pay'),
  arrayWithConstant(clicks, url), arrayWithConstant(clicks, 'The page did not react.')
FROM numbers({count:UInt64})`;
