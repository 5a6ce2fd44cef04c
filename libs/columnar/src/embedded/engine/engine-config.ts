/** Resource limits of the embedded engine. Without them it sizes its caches (5 GiB each) and memory as if it ran alone on the machine. */
export interface EngineLimits {
  readonly maxMemoryBytes: number;
  readonly markCacheBytes: number;
  readonly indexMarkCacheBytes: number;
  readonly primaryIndexCacheBytes: number;
  readonly queryConditionCacheBytes: number;
  readonly backgroundThreads: number;
  /** The engine refuses a write that would leave less free space than this. */
  readonly keepFreeBytes: number;
  /** Time for which the engine keeps parts that a merge or a purge has replaced, from which a damaged result is repaired. */
  readonly replacedPartsSeconds: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_ENGINE_LIMITS: EngineLimits = {
  maxMemoryBytes: 3 * 1024 * MIB,
  markCacheBytes: 128 * MIB,
  indexMarkCacheBytes: 64 * MIB,
  primaryIndexCacheBytes: 128 * MIB,
  // It holds an entry for every distinct filter; at the default size, it is the only cache that grew with the number of statements.
  queryConditionCacheBytes: 16 * MIB,
  backgroundThreads: 2,
  keepFreeBytes: 2 * 1024 * MIB,
  // The engine's own default.
  replacedPartsSeconds: 480,
};

/** Maximum uncompressed size of a compact part; the first merges of blocks are still below it. */
const MIN_WIDE_PART_BYTES = 256 * MIB;

/** The part of the time for which replaced parts are kept that their removal may be late: a minute of eight. */
const CLEANUP_SHARE = 1 / 8;
/** The engine's default for a table that has just removed parts. */
const CLEANUP_SECONDS = 30;

/** The engine's configuration file. All values are our own numbers, so nothing needs escaping. */
export function renderEngineConfig(limits: EngineLimits): string {
  const cleanupSeconds = Math.ceil(limits.replacedPartsSeconds * CLEANUP_SHARE);
  const values: Record<string, number | string> = {
    timezone: 'UTC',
    max_server_memory_usage: limits.maxMemoryBytes,
    mark_cache_size: limits.markCacheBytes,
    index_mark_cache_size: limits.indexMarkCacheBytes,
    primary_index_cache_size: limits.primaryIndexCacheBytes,
    query_condition_cache_size: limits.queryConditionCacheBytes,
    uncompressed_cache_size: 0,
    index_uncompressed_cache_size: 0,
    mmap_cache_size: 0,
    background_pool_size: limits.backgroundThreads,
    background_merges_mutations_concurrency_ratio: 2,
    background_schedule_pool_size: 4,
    background_common_pool_size: 2,
    background_fetches_pool_size: 1,
    background_move_pool_size: 1,
    background_buffer_flush_schedule_pool_size: 1,
    background_message_broker_schedule_pool_size: 1,
    background_distributed_schedule_pool_size: 1,
    max_concurrent_queries: 200,
    // The interval at which the engine checks its own memory: ten times a second by default, which is most of its work
    // at rest.
    memory_worker_period_ms: 500,
    // The factor by which a table extends its wait for merges each time there were none; an insert ends the wait. With
    // the default of 1.1, a hundred tables still poll a dozen times a second one minute after a start.
    background_processing_pool_task_sleep_seconds_when_no_work_multiplier: 1.3,
    // No statement reads a table as a stream, for which every table otherwise looks every few seconds.
    background_streaming_schedule_pool_size: 1,
    background_streaming_processing_pool_thread_sleep_seconds_if_nothing_to_do: 600,
    background_streaming_processing_pool_task_sleep_seconds_when_no_work_max: 600,
  };
  const lines = Object.entries(values).map(([name, value]) => `  <${name}>${value}</${name}>`);
  return [
    '<clickhouse>',
    ...lines,
    '  <merge_tree>',
    // The pool is small: the free-entry thresholds of the default pool of 16 would stop all mutations and large merges.
    '    <number_of_free_entries_in_pool_to_lower_max_size_of_merge>1</number_of_free_entries_in_pool_to_lower_max_size_of_merge>',
    '    <number_of_free_entries_in_pool_to_execute_mutation>1</number_of_free_entries_in_pool_to_execute_mutation>',
    '    <number_of_free_entries_in_pool_to_execute_optimize_entire_partition>1</number_of_free_entries_in_pool_to_execute_optimize_entire_partition>',
    // Parts broken by a full disk must never keep a table from loading: they are detached, and their rows are replayed from the log.
    '    <max_suspicious_broken_parts>1000000</max_suspicious_broken_parts>',
    '    <max_suspicious_broken_parts_bytes>1000000000000</max_suspicious_broken_parts_bytes>',
    // Stores the lengths of strings next to their bytes: as a separate stream they take an eighth more disk and more time to merge.
    '    <string_serialization_version>single_stream</string_serialization_version>',
    // A wide part of `spans` is 110 files, a compact one 16; creating and removing files is a noticeable cost for blocks of this size.
    `    <min_bytes_for_wide_part>${MIN_WIDE_PART_BYTES}</min_bytes_for_wide_part>`,
    // Ten parts of similar size are merged at once instead of five, so that each row is rewritten less often.
    '    <merge_selector_base>10</merge_selector_base>',
    `    <old_parts_lifetime>${limits.replacedPartsSeconds}</old_parts_lifetime>`,
    // The interval at which a table that is at rest removes them; 300 s by default.
    `    <max_cleanup_delay_period>${cleanupSeconds}</max_cleanup_delay_period>`,
    `    <cleanup_delay_period>${Math.min(CLEANUP_SECONDS, cleanupSeconds)}</cleanup_delay_period>`,
    // Statements of deletions have IDs of persons in them: the files of all that a later one has followed are removed.
    '    <finished_mutations_to_keep>1</finished_mutations_to_keep>',
    '  </merge_tree>',
    '  <storage_configuration>',
    `    <disks><default><keep_free_space_bytes>${limits.keepFreeBytes}</keep_free_space_bytes></default></disks>`,
    '  </storage_configuration>',
    '</clickhouse>',
    '',
  ].join('\n');
}
