/**
 * The simulated system: ingestion from the event log to the column store, with one failure. Times are in seconds, rates
 * in rows a second.
 */
export interface Scenario {
  readonly rowsPerSecond: number;
  /** The part of the rows that each partition gets; their number is that of the partitions. */
  readonly shares: readonly number[];
  readonly sinks: Sinks;
  readonly shards: Shards;
  readonly failure?: Failure;
  /** The simulated time. */
  readonly seconds: number;
}

/** The ingest processes. Each has one sink, which takes turns between its partitions. */
export interface Sinks {
  readonly count: number;
  /** Rate of one sink when the column store does not limit it. */
  readonly rowsPerSecond: number;
  /**
   * The time until another process reads the partitions of a lost one: the session timeout of Kafka and the assignment.
   */
  readonly takeoverSeconds: number;
  /** For how long no partition is read when a process joins. */
  readonly joinSeconds: number;
}

export interface Shards {
  readonly count: number;
  /** Rate at which one shard inserts and merges. */
  readonly rowsPerSecond: number;
}

/** Something is away from `at` for `seconds`. */
export type Failure =
  | { readonly kind: 'sink'; readonly at: number; readonly seconds: number }
  /** The partitions that this broker leads are not written and not read until another one leads them. */
  | {
      readonly kind: 'broker';
      readonly at: number;
      readonly seconds: number;
      readonly brokers: number;
      /** The time of an election; undefined without a replica, when recovery takes as long as the broker is away. */
      readonly electionSeconds: number | undefined;
    }
  /** A block has rows of every shard, so no sink continues until a replica takes over. */
  | {
      readonly kind: 'shard';
      readonly at: number;
      readonly seconds: number;
      readonly failoverSeconds: number | undefined;
    };
