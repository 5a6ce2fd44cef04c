import type { DataKey } from './sealed/data-keys.js';

/**
 * The durable event log, shaped like Kafka's: topics of partitions, records with a key, headers and a value, consumer groups
 * with committed offsets. All data is in the log before it is acknowledged to a client; the other stores can be rebuilt from it.
 */

/** A record to append. */
export interface ProducerRecord {
  /** Records of equal keys go to one partition and keep their order. */
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Encrypts the value, so that destroying the key destroys the value; see `openEventLog`. */
  readonly dataKey?: DataKey | undefined;
}

/** A record as read back. */
export interface ConsumerRecord {
  readonly offset: number;
  /** Milliseconds since the epoch, set when the record was appended. */
  readonly timestampMs: number;
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** The data key of the record is destroyed and its value is empty; readers skip it, as if retention had deleted it. */
  readonly isErased?: true;
}

/**
 * A range of one partition that is delivered to a consumer.
 *
 * The range is recorded durably before the handler receives it. If the process dies before the commit, the next owner of the
 * partition receives exactly the same range (`replayed` is then true), so a handler that writes with a token derived from
 * `topic/partition/firstOffset-lastOffset` writes exactly once.
 */
export interface Batch {
  readonly topic: string;
  readonly partition: number;
  readonly firstOffset: number;
  readonly lastOffset: number;
  readonly records: readonly ConsumerRecord[];
  readonly replayed: boolean;
}

/** A record without its value. */
export type PastRecord = Pick<ConsumerRecord, 'offset' | 'timestampMs' | 'headers'>;

/**
 * For readers that need earlier records to decide about a record. Whenever a consumer takes over a partition, or a follower
 * starts with one, `reset` is called and then `observe`, in order, with the records before the first delivered one, at most `ms` older and
 * as far as retention has kept them. While the consumer holds the partition, only its batches follow.
 */
export interface LookBack {
  readonly ms: number;
  reset(partition: number): void;
  observe(partition: number, record: PastRecord): void;
}

export interface ConsumerOptions {
  readonly topic: string;
  /** Consumer group; each group reads every record once. */
  readonly group: string;
  /** A batch closes at this many bytes of values, */
  readonly maxBytes: number;
  /** at this many records, */
  readonly maxRecords: number;
  /** or when its oldest record has waited this long. */
  readonly maxWaitMs: number;
  /**
   * The wait while records come in steadily, at least `maxWaitMs`: after five batches in a row that each began within a second of the end
   * of the one before. The local log only; the brokers of Kafka know one wait for a consumer.
   */
  readonly steadyWaitMs?: number;
  /** Start of a group without a committed offset. */
  readonly from: 'earliest' | 'latest';
  readonly lookBack?: LookBack;
}

export interface Consumer {
  /** Stops fetching, waits for running handlers and commits their ranges. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Handles one batch. A rejection leaves the range planned and uncommitted: the same batch is redelivered after a pause
 * that grows from 100 ms to 10 s. Batches of one partition never overlap in time.
 */
export type BatchHandler = (batch: Batch, signal: AbortSignal) => Promise<void>;

export interface PartitionLag {
  readonly partition: number;
  readonly committedOffset: number;
  /** The offset of the next record. */
  readonly endOffset: number;
  /** Size of the values between the two; where the log does not know it, by the mean size of what this process has appended. */
  readonly bytes: number;
}

export interface PartitionPosition {
  readonly partition: number;
  /** The oldest retained offset; equal to `endOffset` when nothing is retained. */
  readonly firstOffset: number;
  /** The offset of the next record. */
  readonly endOffset: number;
}

export interface FollowOptions {
  readonly topic: string;
  /** The start offset of each partition; other partitions are not read. */
  readonly from: ReadonlyMap<number, number>;
  readonly signal: AbortSignal;
  readonly lookBack?: LookBack;
}

/** Consecutive records of one partition: at least one, and at most a few megabytes unless a single record is larger. */
export interface LogSlice {
  readonly partition: number;
  readonly records: readonly ConsumerRecord[];
}

export interface EventLog {
  /**
   * Resolves when the record is on disk (lmdb: synced; Kafka: acks=all). Rejects with `unavailable` if it may not be;
   * the caller must then not acknowledge.
   */
  append(topic: string, record: ProducerRecord): Promise<{ partition: number; offset: number }>;
  consume(options: ConsumerOptions, handler: BatchHandler): Promise<Consumer>;
  lag(topic: string, group: string): Promise<readonly PartitionLag[]>;
  /** The partitions of a topic in order; empty if the topic has never been used. Does not create the topic. */
  positions(topic: string): Promise<readonly PartitionPosition[]>;
  /** Creates the topic unless it exists, so that a reader can follow it before its first record. */
  ensureTopic(topic: string): Promise<void>;
  /**
   * Reads existing and then new records from given offsets, without a group and without any stored state. While
   * the caller does not request the next slice, at most one slice per partition is buffered. Records that retention has deleted
   * are skipped: the first record of a slice then has a higher offset than expected.
   *
   * Ends when the signal aborts or the log is closed; throws `unavailable` if reading fails, after which the caller may restart
   * at its position.
   */
  follow(options: FollowOptions): AsyncIterable<LogSlice>;
  /** Rejects with `unavailable` if the log cannot be written. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The topics and the contents of their records. */
export const TOPICS = {
  otlpTraces: 'otlp.traces',
  otlpLogs: 'otlp.logs',
  otlpMetrics: 'otlp.metrics',
  capture: 'capture',
  replay: 'replay',
} as const;

export type Topic = (typeof TOPICS)[keyof typeof TOPICS];

/** Milliseconds for which topics of Kafka keep records by default; restored backups rely on it. */
export const KAFKA_RETENTION_MS = 48 * 3_600_000;
