import type { ClickHouseSettings } from '@clickhouse/client';
import type { FileFormat, FileStatement, StatementLimits } from './port.js';

/** Settings of every statement on a cluster. */
export const ON_CLUSTER: ClickHouseSettings = {
  // A subquery over a distributed table runs once, over all shards, and its result is sent to each of them. By default, servers refuse it.
  distributed_product_mode: 'global',
  // An insert has happened when the shards have the rows. By default, the node that got it sends them later, from its own disk.
  distributed_foreground_insert: 1,
};

/** Every attempt must split a block in the same way, because each piece has its own deduplication token. */
export const ONE_PIECE: ClickHouseSettings = {
  async_insert: 0,
  max_insert_threads: '1',
  max_threads: 1,
  min_insert_block_size_rows: '0',
  min_insert_block_size_bytes: '0',
  max_partitions_per_insert_block: '0',
};

/** An insert with the same token into the same table, and into the tables that its views fill, happens at most once. */
export const once = (token: string): ClickHouseSettings => ({
  ...ONE_PIECE,
  insert_deduplicate: 1,
  insert_deduplication_token: token,
  deduplicate_blocks_in_dependent_materialized_views: 1,
});

/** A purge resolves when all replicas of all shards have rewritten their parts. */
export function rewritesParts(timeoutMs: number): ClickHouseSettings {
  return { ...takesEffect(timeoutMs), mutations_sync: '2' };
}

/** A deletion resolves when all replicas of all shards have applied it. */
export function takesEffect(timeoutMs: number): ClickHouseSettings {
  return {
    lightweight_deletes_sync: '2',
    distributed_ddl_task_timeout: String(timeoutMs / 1000),
    distributed_ddl_output_mode: 'throw',
  };
}

/** The limits of a statement as settings of the engine. */
export function limitSettings(limits: StatementLimits): ClickHouseSettings {
  return {
    readonly: '1',
    max_execution_time: limits.timeoutMs / 1000,
    max_rows_to_read: String(limits.maxRowsToRead),
    max_result_rows: String(limits.maxResultRows),
    max_memory_usage: String(limits.maxMemoryBytes),
    ...(limits.maxBytesToRead !== undefined && { max_bytes_to_read: String(limits.maxBytesToRead) }),
    // Large groupings and sorts spill to disk before they exceed the limit.
    max_bytes_before_external_group_by: String(Math.floor(limits.maxMemoryBytes / 2)),
    max_bytes_before_external_sort: String(Math.floor(limits.maxMemoryBytes / 2)),
    read_overflow_mode: 'throw',
    result_overflow_mode: 'throw',
    timeout_overflow_mode: 'throw',
    // 64-bit integers do not fit JSON numbers; NaN and infinities are returned as null.
    output_format_json_quote_64bit_integers: 1,
    output_format_json_quote_denormals: 0,
    cancel_http_readonly_queries_on_client_close: 1,
    // Results are small: starting threads that write them takes a fifth of a millisecond and as many switches as the rest of a statement.
    output_format_parallel_formatting: 0,
  };
}

/** The engine's names of the formats. */
export const ENGINE_FORMATS: Readonly<Record<FileFormat, string>> = { csv: 'CSV', lines: 'TSVRaw', parquet: 'Parquet' };

/** The settings with which the engine writes files; equal rows always result in equal bytes. */
export function fileSettings({ maxThreads, limits }: FileStatement): ClickHouseSettings {
  return {
    ...limitSettings(limits),
    max_threads: maxThreads,
    output_format_parallel_formatting: 1,
    // The default of 1 MB would split the rows of a file into many sorted blocks, whose row-by-row merge takes as long
    // as all other work together.
    preferred_block_size_bytes: String(BLOCK_BYTES),
    // A server holds the result back until it is complete, so that an error is an answer of its own instead of the end of a file.
    wait_end_of_query: 1,
    date_time_output_format: 'iso',
    format_csv_null_representation: '',
    output_format_csv_crlf_end_of_line: 1,
    output_format_parquet_compression_method: 'zstd',
    // Level 3, the default, takes longer, and these files do not get smaller.
    output_format_compression_level: '1',
    // Columns whose values all differ would fill a dictionary of 1 MB before they are written without one.
    output_format_parquet_max_dictionary_size: String(DICTIONARY_BYTES),
    output_format_parquet_string_as_string: 1,
    output_format_parquet_fixed_string_as_fixed_byte_array: 0,
    output_format_parquet_datetime_as_uint32: 0,
    output_format_parquet_parallel_encoding: 0,
    output_format_parquet_row_group_size: String(ROW_GROUP_ROWS),
    output_format_parquet_row_group_size_bytes: String(ROW_GROUP_BYTES),
    // Pages of an index have places counted from the start of the file, which change when files are joined.
    output_format_parquet_write_page_index: 0,
    output_format_parquet_write_bloom_filter: 0,
  };
}

/** The part of a table that is read and sorted at once. */
const BLOCK_BYTES = 64 * 1024 * 1024;
/** A reader holds a row group in memory, and so does the engine while it writes one. */
const ROW_GROUP_ROWS = 100_000;
const ROW_GROUP_BYTES = 64 * 1024 * 1024;
const DICTIONARY_BYTES = 64 * 1024;
