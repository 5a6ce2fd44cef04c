import type { Json, JsonObject } from '@svc/otlp/wire';

/** A log as it was sent: an object, or a text that is none. */
export interface SentRecord {
  readonly content: JsonObject | string;
  /** The text of an object as it was sent; undefined where it was part of a larger document. */
  readonly text?: string;
  /** Nanoseconds since 1970 that its envelope states, for a record that has no time itself. */
  readonly timeNs?: bigint | undefined;
  /** Attributes of its resource that its envelope states. */
  readonly resource?: Readonly<Record<string, Json>>;
}

/** The records of a request, and the number of things in it that are no records, by reason. */
export interface Reading {
  readonly records: readonly SentRecord[];
  readonly dropped: Readonly<Record<string, number>>;
}
