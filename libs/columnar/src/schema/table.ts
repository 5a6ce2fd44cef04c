import type { ColumnDefinition } from './columns.js';

/** A table once, for both engines: migrations render it for the embedded engine and for a cluster. */
export interface TableDefinition {
  readonly name: string;
  readonly engine:
    'MergeTree' | 'AggregatingMergeTree' | `ReplacingMergeTree(${'last_seen' | 'ingested_at' | 'version'})`;
  readonly columns: readonly ColumnDefinition[];
  readonly orderBy: string;
  readonly partitionBy?: string;
  readonly ttl?: string;
  readonly indexes?: readonly string[];
  /** What a cluster shards by. */
  readonly shardBy: string;
}
