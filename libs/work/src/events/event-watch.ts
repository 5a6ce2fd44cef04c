import type { Relational } from '@svc/relational';
import { DueWatch, type Awaited, type Bind } from '../due-watch.js';

const POLL_MS = 500;

export interface WaitingReader {
  readonly name: string;
  /** Called again and again while there are events that the reader has not read. */
  wake(): void;
}

/** One watch for each database, which all readers of a process share. */
const watches = new WeakMap<Relational, EventWatch>();

/** Checks in one statement which readers of a process have events to read. */
export class EventWatch implements Awaited {
  readonly everyMs = POLL_MS;
  readonly #waiting = new Set<WaitingReader>();
  #end: (() => void) | undefined;

  private constructor(private readonly relational: Relational) {}

  static of(relational: Relational): EventWatch {
    const watch = watches.get(relational) ?? new EventWatch(relational);
    watches.set(relational, watch);
    return watch;
  }

  /** Wakes the reader from now on. @returns a function that ends this. */
  add(reader: WaitingReader): () => void {
    this.#waiting.add(reader);
    this.#end ??= DueWatch.of(this.relational).add(this);
    return () => {
      this.#waiting.delete(reader);
      if (this.#waiting.size > 0) return;
      this.#end?.();
      this.#end = undefined;
    };
  }

  select(bind: Bind): string {
    return selectReadersBehind([...new Set([...this.#waiting].map(({ name }) => name))], bind);
  }

  /** When the statement failed, the readers run their own, and report the outage once. */
  wake(behind: readonly string[] | undefined): void {
    for (const reader of this.#waiting) if (!behind || behind.includes(reader.name)) reader.wake();
  }
}

/** The readers whose next events are committed. It reads cursors as `readEvents` does. */
export function selectReadersBehind(readers: readonly string[], bind: Bind): string {
  return `
    WITH positions AS (
      SELECT asked.reader, COALESCE(c.event_id, '00000000-0000-0000-0000-000000000000') AS event_id,
        CASE WHEN c.transaction_id < (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint THEN c.transaction_id ELSE 0 END
          AS transaction_id
      FROM unnest(${bind(readers)}::text[]) AS asked(reader) LEFT JOIN domain_event_cursors c ON c.reader = asked.reader
    )
    SELECT reader FROM positions
    WHERE EXISTS (
      SELECT 1 FROM domain_events e
      WHERE (e.transaction_id, e.id) > (positions.transaction_id, positions.event_id)
        AND e.transaction_id < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint
    )`;
}
