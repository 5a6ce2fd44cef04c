import type { ColumnStore } from '@svc/columnar';

/**
 * Events generated from integers only, so that the column store and TypeScript create the same ones: a hash of the
 * event's number determines each of its fields.
 */
export interface ManyEvents {
  readonly project: number;
  readonly count: number;
  readonly people: number;
  /** Milliseconds since 1970; the events are within `spanMs` from here. */
  readonly startMs: number;
  readonly spanMs: number;
}

export const EVENT_NAMES = ['open', 'view', 'add', 'buy'] as const;

export interface MadeEvent {
  readonly event: (typeof EVENT_NAMES)[number];
  readonly person: string;
  readonly ms: number;
  /** `p0` to `p11`, undefined for none. */
  readonly plan: string | undefined;
  readonly amount: number;
}

/** Every fiftieth message arrived twice; every seventh distinct ID belongs to the person of the previous ID. */
const REPEATED = 50;
const LINKED = 7;

export async function writeManyEvents(store: ColumnStore, made: ManyEvents): Promise<void> {
  const { project, count, people, startMs, spanMs } = made;
  for (const [from, to, step] of [
    [0, count, 1],
    [0, Math.ceil(count / REPEATED), REPEATED],
  ] as const) {
    const chunk = 250_000;
    for (let start = from; start < to; start += chunk) {
      await store.command(
        `INSERT INTO events (project_number, retention_days, timestamp, ingested_at, event, distinct_id, message_id, properties)
WITH ${HASH}
SELECT {project:UInt32}, 3650, fromUnixTimestamp64Milli(toInt64({start:Int64} + hash(n, 1) % {span:UInt64})),
  fromUnixTimestamp64Milli(toInt64({start:Int64} + {step:UInt64})), [${EVENT_NAMES.map((name) => `'${name}'`).join(', ')}][1 + hash(n, 2) % 4],
  concat('user-', toString(hash(n, 3) % {people:UInt64})), concat('message-', toString(n)),
  if(hash(n, 4) % 13 = 12, concat('{"amount":', toString(hash(n, 5) % 1000), '}'),
    concat('{"amount":', toString(hash(n, 5) % 1000), ',"plan":"p', toString(hash(n, 4) % 13), '"}'))
FROM (SELECT number * {step:UInt64} AS n FROM numbers({first:UInt64}, {rows:UInt64}))`,
        { project, start: startMs, span: spanMs, people, step, first: start, rows: Math.min(chunk, to - start) },
      );
    }
  }
  await store.command(
    `INSERT INTO event_names_daily (project_number, retention_days, day, event, count, last_seen)
SELECT project_number, 3650, toDate(timestamp) AS day, event, count(), max(timestamp) FROM events
WHERE project_number = {project:UInt32} GROUP BY project_number, day, event`,
    { project },
  );
  await store.command(
    `INSERT INTO person_seen (project_number, distinct_id, first_seen, last_seen, is_identified)
SELECT {project:UInt32}, concat('user-', toString(number)), fromUnixTimestamp64Milli({start:Int64}), fromUnixTimestamp64Milli({end:Int64}), 0
FROM numbers({people:UInt64})`,
    { project, people, start: startMs, end: startMs + spanMs },
  );
  await store.command(
    `INSERT INTO person_overrides (project_number, distinct_id, canonical_distinct_id, version)
SELECT {project:UInt32}, concat('user-', toString(number)), concat('user-', toString(number - 1)), 1
FROM numbers({people:UInt64}) WHERE number % ${LINKED} = 1`,
    { project, people },
  );
}

/** Yields the same events, each once, with the persons they belong to. */
export function* makeManyEvents({ count, people, startMs, spanMs }: ManyEvents): Generator<MadeEvent> {
  for (let n = 0; n < count; n++) {
    const id = hash(n, 3) % people;
    const plan = hash(n, 4) % 13;
    yield {
      event: EVENT_NAMES[hash(n, 2) % 4] ?? 'open',
      person: `user-${id % LINKED === 1 ? id - 1 : id}`,
      ms: startMs + (hash(n, 1) % spanMs),
      plan: plan === 12 ? undefined : `p${plan}`,
      amount: hash(n, 5) % 1000,
    };
  }
}

/** The finalizer of MurmurHash3 over 32 bits. */
function hash(n: number, field: number): number {
  let x = (Math.imul(n, 31) + Math.imul(field, 0x9e3779b9)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b) >>> 0;
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35) >>> 0;
  return (x ^ (x >>> 16)) >>> 0;
}

const HASH = `x -> toUInt32(bitXor(x, bitShiftRight(x, 16)) * 0x85ebca6b) AS first_round,
  x -> toUInt32(bitXor(x, bitShiftRight(x, 13)) * 0xc2b2ae35) AS second_round,
  x -> bitXor(x, bitShiftRight(x, 16)) AS last_round,
  (n, field) -> last_round(second_round(first_round(toUInt32(n * 31 + field * 0x9e3779b9)))) AS hash`;
