import type { Readable } from 'node:stream';
import type { ClickHouseSettings } from '@clickhouse/client';
import type { ParameterValue } from '@svc/tables/sql';

/**
 * The interface of the column store for all services: the ClickHouse HTTP interface through `@clickhouse/client`, served by a ClickHouse
 * cluster or, on one machine, by the embedded engine's process. Both pass the same conformance suite.
 */

/** Address of a column store: a ClickHouse server or cluster, or the embedded engine (see `startEmbeddedColumnStore`). */
export interface ColumnStoreOptions {
  /** `http://host:8123`; ignored for the embedded engine, which is reached through `socketPath`. */
  readonly url: string;
  /** The unix socket of the embedded engine. */
  readonly socketPath?: string;
  /** A folder in memory from which the embedded engine reads blocks; if undefined, blocks are sent over the socket. */
  readonly blockDirectory?: string;
  readonly username?: string;
  readonly password?: string;
  /** Must exist before the first statement; `migrate` creates it. */
  readonly database?: string;
  /** Whether the store is a cluster with distributed tables (see `renderMigration`). */
  readonly isCluster?: boolean;
  /**
   * The time for which statements are retried while the server is unreachable, for example while the embedded engine
   * restarts.
   */
  readonly reconnectMs?: number;
  /** Most statements with a waiting caller that this process runs at the same time on a ClickHouse server; 32 by default. */
  readonly maxStatements?: number;
  /** Defaults for settings of statements. */
  readonly settings?: ClickHouseSettings;
}

/** Limits of one statement. Every statement has limits. */
export interface StatementLimits {
  readonly timeoutMs: number;
  readonly maxRowsToRead: number;
  readonly maxResultRows: number;
  readonly maxMemoryBytes: number;
  /** Uncompressed bytes of all tables; only the rows are limited without it. */
  readonly maxBytesToRead?: number;
}

/**
 * `interactive`: a caller waits. `background`: exports, deletes, rebuilds; it never delays an interactive statement. `probe`: a check of
 * health, which no statement delays.
 */
export type Lane = 'interactive' | 'background' | 'probe';

export type { ParameterValue };

export interface ReadStatement<Row = unknown> {
  /** Constant text of the code with `{name:Type}` placeholders. It never contains input of a client. */
  readonly sql: string;
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
  readonly limits: StatementLimits;
  readonly lane?: Lane;
  /** The project that the statement belongs to; projects get the places of a lane by turns. */
  readonly projectNumber?: number;
  /** Aborting stops the statement inside the engine too. */
  readonly signal?: AbortSignal;
  /**
   * Called with the uncompressed bytes that the engine has read from tables so far; the last call, after the last row, has all of them. Not
   * called if nothing was read.
   */
  readonly onBytesRead?: (bytes: number) => void;
  /** The declared types of the result columns, if known. Specs compare them with those of the engine. */
  readonly types?: Readonly<Record<string, string>>;
  /** The type of the rows, for the compiler only; it has no value. */
  readonly row?: Row;
}

/** `csv` is CSV without a header, `lines` the text of the only column in a line of its own, `parquet` one Parquet file. */
export type FileFormat = 'csv' | 'lines' | 'parquet';

/** A result that is wanted as the bytes of a file, which the engine writes. */
export interface FileStatement extends ReadStatement {
  readonly format: FileFormat;
  /** Maximum number of threads of the engine for the statement. */
  readonly maxThreads: number;
}

/** One block in ClickHouse's Native format for one table. */
export interface NativeBlock {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly bytes: Uint8Array;
}

export interface InsertOptions {
  /**
   * Identifies the insert, so that it is stored at most once per table, also after a crash:
   * `topic/partition/first-last`; the table is added.
   */
  readonly deduplicationToken: string;
  readonly signal?: AbortSignal;
}

export interface PurgeOptions {
  /** No further table or partition is begun after this time (milliseconds since 1970). */
  readonly deadlineMs: number;
  /** Aborting stops the wait; what was begun is finished by the engine. */
  readonly signal?: AbortSignal;
}

export interface ColumnStore {
  /** The address of the store, with which a thread opens it on its own: `createColumnStore` of it reads and writes the same tables. */
  readonly address: ColumnStoreOptions;
  /** All rows of a bounded result, one object each. 64-bit integers arrive as decimal strings. */
  query<Row>(statement: ReadStatement<Row>): Promise<Row[]>;
  query<Row>(statement: ReadStatement): Promise<Row[]>;
  /** Streams rows in chunks; back-pressure reaches the engine. */
  stream<Row>(statement: ReadStatement<Row>): AsyncIterable<Row[]>;
  stream<Row>(statement: ReadStatement): AsyncIterable<Row[]>;
  /**
   * Streams a result as the engine writes it, with times in RFC 3339 and UTC; back-pressure reaches the engine. The stream ends only if
   * the result is complete, and fails otherwise: nothing may be kept of a stream that failed.
   */
  streamFile(statement: FileStatement): AsyncIterable<Uint8Array>;
  /**
   * Runs a statement whose result the engine writes to a file of this machine, and passes the path of the file to `use`. It exists until
   * `use` has settled. A file passes through no socket and no garbage collector, which takes a third of the CPU time that `streamFile`
   * takes. Undefined if the engine is not on this machine.
   */
  readonly withFile: (<T>(statement: FileStatement, use: (path: string) => Promise<T>) => Promise<T>) | undefined;
  /** Inserts one block, once. Rejects with `unavailable` when it is not certain that every row is stored. */
  insertBlock(block: NativeBlock, options: InsertOptions): Promise<void>;
  /** Inserts Native bytes from a stream or buffer without a token; for tests and imports. */
  insertNative(table: string, columns: readonly string[], bytes: Uint8Array | Readable): Promise<void>;
  /**
   * Deletes the matching rows of one table on all its shards, in the background lane. Once it resolves, no
   * read that starts later returns them.
   * @param condition constant text of the code over the table's columns, with `{name:Type}` placeholders.
   * @param projectNumber the project that the rows belong to; projects get the places of the lane by turns.
   */
  deleteRows(
    table: string,
    condition: string,
    parameters?: Readonly<Record<string, ParameterValue>>,
    projectNumber?: number,
  ): Promise<void>;
  /**
   * Rewrites the parts that still hold rows which `deleteRows` has hidden, and which otherwise stay on the disk until a merge: one table
   * after the other, in a cluster one partition, on every replica of all shards, in the background lane. Reads and inserts continue. The
   * engine keeps the parts that it replaces for some minutes: the rows have left the disk when `oldestReplacedPart` is later than the
   * returned time.
   *
   * @returns the time of the store at the end. Undefined if the deadline came first, or what an earlier call began is not finished: call
   *   again, and it continues with what is left.
   */
  purgeDeletedRows(options: PurgeOptions): Promise<Date | undefined>;
  /** The time at which the oldest of all replaced parts that are still on a disk was replaced; undefined if there are none. */
  oldestReplacedPart(): Promise<Date | undefined>;
  /** Runs an INSERT ... SELECT of our own code in the background lane; the same token at most once for each table. */
  insertSelected(
    sql: string,
    parameters: Readonly<Record<string, ParameterValue>>,
    options: { readonly deduplicationToken: string; readonly projectNumber: number },
  ): Promise<void>;
  /** Runs DDL and mutations of our own code in the background lane. */
  command(sql: string, parameters?: Readonly<Record<string, ParameterValue>>, projectNumber?: number): Promise<void>;
  /** Rejects with `unavailable` if the store does not respond or refuses writes. */
  check(): Promise<void>;
  close(): Promise<void>;
}
