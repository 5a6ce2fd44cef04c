import { fillOnce } from './fill-once.js';

export interface EventsData {
  readonly events: number;
  readonly people: number;
  /** Time after the last event: seconds since 1970, a full hour. */
  readonly end: number;
}

export const DAYS = 30;
const CHUNK = 250_000;

/** Fills the embedded store of a state directory once; existing data is used again, whatever the arguments. */
export function prepareEvents(directory: string, asked: Omit<EventsData, 'end'>): Promise<EventsData> {
  return fillOnce(directory, 'events-data.json', async (store) => {
    const { events, people } = asked;
    const end = Math.floor(Date.now() / 3_600_000) * 3600;
    const step = Math.floor((DAYS * 86_400e9) / events);
    const start = BigInt(end - DAYS * 86_400) * 1_000_000_000n;
    const chunks = async (count: number, fill: (first: number, rows: number) => Promise<void>): Promise<void> => {
      for (let first = 0; first < count; first += CHUNK) await fill(first, Math.min(CHUNK, count - first));
    };
    await chunks(events, (first, rows) => store.command(EVENTS, { start, step, first, rows, people }));
    for (const statement of [SEEN, PROPERTIES])
      await chunks(people, (first, rows) => store.command(statement, { start, first, rows }));
    for (const statement of [NAMES, OVERRIDES, ACCOUNTS, ACCOUNT_PROPERTIES])
      await store.command(statement, { start, people });
    return { ...asked, end };
  });
}

/**
 * Inserts events in chronological order, in blocks as ingestion would send them; merges run as always. The first
 * project of a workspace is 1. A tenth of the persons have a second distinct ID; twenty belong to an account.
 */
const EVENTS = `INSERT INTO events (project_number, retention_days, timestamp, ingested_at, event, distinct_id, message_id, groups, properties)
WITH number + {first:UInt64} AS n, sipHash64(n) AS random, intDiv(random, 4) % intDiv({people:UInt64} * 11, 10) AS id
SELECT 1, 90, fromUnixTimestamp64Nano({start:Int64} + toInt64(n) * {step:Int64}), now64(3), ['open', 'view', 'add', 'buy'][1 + random % 4],
  concat('user-', toString(id)), toString(generateUUIDv4(n)), map('company', concat('company-', toString(intDiv(id, 20)))),
  concat('{"amount":', toString(intDiv(random, 64) % 1000), ',"browser":"firefox","path":"/products/', toString(random % 5000),
    '","plan":"p', toString(intDiv(random, 16) % 20), '","referrer":"https://search.example/?q=shoes"}')
FROM numbers({rows:UInt64})`;

const NAMES = `INSERT INTO event_names_daily (project_number, retention_days, day, event, count, last_seen)
SELECT project_number, retention_days, toDate(timestamp) AS day, event, count(), max(timestamp) FROM events GROUP BY ALL`;

const FIRST_SEEN = 'fromUnixTimestamp64Nano({start:Int64} + toInt64(sipHash64(n) % 2592000000) * 1000000)';

const SEEN = `INSERT INTO person_seen (project_number, distinct_id, first_seen, last_seen, is_identified, person_id)
WITH number + {first:UInt64} AS n
SELECT 1, concat('user-', toString(n)), ${FIRST_SEEN}, now64(9), n % 2, substring(MD5(toString(n)), 1, 16) FROM numbers({rows:UInt64})`;

const write = (value: string): string =>
  `tuple({start:Int64}, 'm', toFixedString('', 32), 1, ${value}) AS latest, tuple(9223372036854775807, '', toFixedString('', 32), 0, '') AS earliest`;

const PROPERTIES = `INSERT INTO person_registers (project_number, distinct_id, key, latest, earliest)
WITH number + {first:UInt64} AS n, arrayJoin(['email', 'name', 'plan']) AS property
SELECT 1, concat('user-', toString(n)), property,
  ${write(`multiIf(property = 'email', concat('"user-', toString(n), '@shop.example"'), property = 'name', concat('"Person ', toString(n), '"'), concat('"p', toString(n % 20), '"'))`)}
FROM numbers({rows:UInt64})`;

const OVERRIDES = `INSERT INTO person_overrides (project_number, distinct_id, canonical_distinct_id, version)
SELECT 1, concat('user-', toString(number + {people:UInt64})), concat('user-', toString(number)), 1 FROM numbers(intDiv({people:UInt64}, 10))`;

const ACCOUNTS = `INSERT INTO group_seen (project_number, group_type, group_key, first_seen, last_seen)
WITH number AS n SELECT 1, 'company', concat('company-', toString(n)), ${FIRST_SEEN}, now64(9) FROM numbers(intDiv({people:UInt64} * 11, 200))`;

const ACCOUNT_PROPERTIES = `INSERT INTO group_registers (project_number, group_type, group_key, key, latest, earliest)
WITH number AS n, arrayJoin(['name', 'plan']) AS property
SELECT 1, 'company', concat('company-', toString(n)), property,
  ${write(`if(property = 'name', concat('"Company ', toString(n), '"'), concat('"p', toString(n % 20), '"'))`)}
FROM numbers(intDiv({people:UInt64} * 11, 200))`;
