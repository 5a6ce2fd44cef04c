import type { Scenario } from './scenario.js';
import { evenShares } from './shares.js';

/**
 * CPU of one span in microseconds, from the last run of `ingest` in README.md: 15.7 for all, half of it for the
 * processes of this service (receipt, the sink and garbage collection), and half for the column store (insert, views
 * and merges).
 */
export const MICROSECONDS = { ingest: 7.8, store: 7.9 } as const;
/** Bytes of a span: in the column store (`store`), and in the event log, compressed by the sender. */
export const BYTES = { column: 56, log: 85 } as const;
/** Kafka keeps requests for this long. */
export const LOG_HOURS = 48;
/** A sink takes its share of a takeover after the session timeout of Kafka (30 s) and the assignment. */
const TAKEOVER_SECONDS = 33;
const JOIN_SECONDS = 3;

/** An installation for a rate of spans. */
export interface Plan {
  readonly spansPerSecond: number;
  readonly partitions: number;
  /** Ingest processes of one core each. */
  readonly ingests: number;
  readonly shards: number;
  /** Cores of each replica of a shard; half of them are for reads. */
  readonly shardCores: number;
  readonly replicas: number;
  readonly brokers: number;
}

export const PLANS: readonly Plan[] = [
  { spansPerSecond: 10_000, partitions: 4, ingests: 2, shards: 1, shardCores: 2, replicas: 2, brokers: 3 },
  { spansPerSecond: 100_000, partitions: 12, ingests: 3, shards: 1, shardCores: 4, replicas: 2, brokers: 3 },
  { spansPerSecond: 1_000_000, partitions: 48, ingests: 16, shards: 6, shardCores: 8, replicas: 2, brokers: 6 },
];

/** A quarter of an hour of a plan without a failure. */
export function toScenario({ spansPerSecond, partitions, ingests, shards, shardCores }: Plan): Scenario {
  return {
    rowsPerSecond: spansPerSecond,
    shares: evenShares(partitions),
    sinks: {
      count: ingests,
      rowsPerSecond: 1e6 / MICROSECONDS.ingest,
      takeoverSeconds: TAKEOVER_SECONDS,
      joinSeconds: JOIN_SECONDS,
    },
    shards: { count: shards, rowsPerSecond: ((shardCores / 2) * 1e6) / MICROSECONDS.store },
    seconds: 900,
  };
}
