import type { ColumnStore } from '@svc/columnar';

export interface EventFixture {
  readonly project?: number;
  /** Nanoseconds since 1970. */
  readonly at: bigint;
  readonly event?: string;
  readonly id: string;
  /** A new message ID if absent. */
  readonly message?: string;
  readonly session?: string;
  readonly environment?: string;
  readonly groups?: Readonly<Record<string, string>>;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly receivedMs?: number;
}

/** Parameters are sent in a request header, and the server refuses a long header. */
const ROWS_PER_STATEMENT = 200;

/** Writes the rows that the sink writes for product events. */
export class EventWriter {
  #nth = 0;

  constructor(private readonly store: ColumnStore) {}

  async events(events: readonly EventFixture[]): Promise<void> {
    const rows = events.map((event) => ({
      project: event.project ?? 1,
      at: String(event.at),
      received: event.receivedMs ?? 1_795_000_000_000,
      event: event.event ?? 'opened',
      id: event.id,
      message: event.message ?? `message-${this.#nth++}`,
      session: event.session ?? '',
      environment: event.environment ?? '',
      groups: event.groups ?? {},
      properties: JSON.stringify(event.properties ?? {}),
    }));
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      const batch = rows.slice(start, start + ROWS_PER_STATEMENT).map((row) => JSON.stringify(row));
      const parameters = { rows: batch.join('\n') };
      await this.store.command(`${INTO_EVENTS} ${FROM_ROWS}`, parameters);
      await this.store.command(`${INTO_NAMES} ${FROM_ROWS} GROUP BY project, day, event`, parameters);
      await this.store.command(`${INTO_SEEN} ${FROM_ROWS} GROUP BY project, id`, parameters);
    }
  }
}

const INTO_EVENTS = `INSERT INTO events (project_number, retention_days, timestamp, ingested_at, event, distinct_id, message_id,
  session_id, environment, groups, properties)
SELECT project, 3650, fromUnixTimestamp64Nano(at), fromUnixTimestamp64Milli(received), event, id, message, session, environment, groups,
  properties`;
const INTO_NAMES = `INSERT INTO event_names_daily (project_number, retention_days, day, event, count, last_seen)
SELECT project, 3650, toDate(fromUnixTimestamp64Nano(at)) AS day, event, count(), max(fromUnixTimestamp64Nano(at))`;
const INTO_SEEN = `INSERT INTO person_seen (project_number, distinct_id, first_seen, last_seen, is_identified)
SELECT project, id, min(fromUnixTimestamp64Nano(at)), max(fromUnixTimestamp64Nano(at)), 0`;
const FROM_ROWS = `FROM format(JSONEachRow, 'project UInt32, at Int64, received Int64, event String, id String, message String,
  session String, environment String, groups Map(String, String), properties String', {rows:String})`;
