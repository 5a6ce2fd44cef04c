import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { ClickHouseSettings } from '@clickhouse/client';
import { deadline } from '@svc/config';
import { DEFAULT_DATABASE, selectDialect, type ColumnStoreOptions } from '../connection.js';
import { MemoryFiles } from '../embedded/disk/memory-files.js';
import { LANE_HEADER, ROWS_HEADER } from '../embedded/protocol/request.js';
import type { Dialect } from '../migrations/migration.js';
import { renderDeletion } from '../migrations/render.js';
import type {
  ColumnStore,
  FileStatement,
  InsertOptions,
  NativeBlock,
  ParameterValue,
  PurgeOptions,
  ReadStatement,
  StatementLimits,
} from '../port.js';
import { once, ONE_PIECE, rewritesParts, takesEffect } from '../statement-settings.js';
import { DeletedRows } from './deleted-rows.js';
import { ResultFiles } from './result-files.js';
import { RowReader } from './row-reader.js';
import { laneHeaders, ServerConnection } from './server-connection.js';

/** Creates the column store over `@clickhouse/client`. */
export function createColumnStore(options: ColumnStoreOptions): ColumnStore {
  return new ClickHouseColumnStore(options);
}

const INSERT_TIMEOUT_MS = deadline(120_000);
const COMMAND_TIMEOUT_MS = 3_600_000;
/** The size of one read from a socket; smaller files save nothing. */
const SMALL_BLOCK_BYTES = 64 * 1024;
const CHECK_LIMITS: StatementLimits = {
  timeoutMs: deadline(5_000),
  maxRowsToRead: 1_000,
  maxResultRows: 10,
  maxMemoryBytes: 64_000_000,
};

class ClickHouseColumnStore implements ColumnStore {
  readonly address: ColumnStoreOptions;
  readonly withFile: ColumnStore['withFile'];
  readonly #connection: ServerConnection;
  readonly #rows: RowReader;
  readonly #files: ResultFiles;
  readonly #dialect: Dialect;
  readonly #blocks: MemoryFiles | undefined;
  readonly #deletedRows: DeletedRows;

  constructor(options: ColumnStoreOptions) {
    this.address = options;
    this.#connection = new ServerConnection(options);
    this.#rows = new RowReader(this.#connection);
    this.#files = new ResultFiles(this.#connection);
    this.#dialect = selectDialect(options);
    this.withFile = options.socketPath === undefined ? undefined : (statement, use) => this.#files.with(statement, use);
    this.#blocks = options.blockDirectory === undefined ? undefined : new MemoryFiles(options.blockDirectory);
    this.#deletedRows = new DeletedRows({
      database: options.database ?? DEFAULT_DATABASE,
      dialect: this.#dialect,
      read: (statement) => this.query(statement),
      rewrite: (sql, signal) => this.#command(sql, {}, rewritesParts(COMMAND_TIMEOUT_MS), undefined, signal),
    });
  }

  async query<Row>(statement: ReadStatement): Promise<Row[]> {
    const rows: Row[] = [];
    const startAgain = () => void (rows.length = 0);
    // Errors are then reported before the first row, as long as the result fits the buffer of the server.
    for await (const chunk of this.#rows.read<Row>(statement, { wait_end_of_query: 1 }, startAgain)) {
      for (const row of chunk) rows.push(row);
    }
    return rows;
  }

  stream<Row>(statement: ReadStatement): AsyncIterable<Row[]> {
    return this.#rows.read<Row>(statement, {});
  }

  streamFile(statement: FileStatement): AsyncIterable<Uint8Array> {
    return this.#files.stream(statement);
  }

  async insertBlock(block: NativeBlock, { deduplicationToken, signal }: InsertOptions): Promise<void> {
    const settings = once(`${deduplicationToken}/${block.table}`);
    // Passing rows through a socket costs more than it costs the engine to read them.
    const file = block.bytes.byteLength > SMALL_BLOCK_BYTES ? await this.#blocks?.write(block.bytes) : undefined;
    try {
      const rows = file ? [] : [block.bytes];
      const headers = file && { [ROWS_HEADER]: basename(file.path) };
      await this.#insert(block.table, block.columns, () => Readable.from(rows), signal, settings, headers);
    } finally {
      await file?.remove();
    }
  }

  async insertNative(table: string, columns: readonly string[], bytes: Uint8Array | Readable): Promise<void> {
    // Without a unique token, equal content would be dropped as a duplicate.
    const settings: ClickHouseSettings = { ...ONE_PIECE, insert_deduplication_token: randomUUID() };
    await this.#insert(
      table,
      columns,
      () => (bytes instanceof Readable ? bytes : Readable.from([bytes])),
      undefined,
      settings,
    );
  }

  async deleteRows(
    table: string,
    condition: string,
    parameters: Readonly<Record<string, ParameterValue>> = {},
    projectNumber?: number,
  ): Promise<void> {
    await this.#command(
      renderDeletion(table, condition, this.#dialect),
      parameters,
      takesEffect(COMMAND_TIMEOUT_MS),
      projectNumber,
    );
  }

  purgeDeletedRows(options: PurgeOptions): Promise<Date | undefined> {
    return this.#deletedRows.purge(options);
  }

  oldestReplacedPart(): Promise<Date | undefined> {
    return this.#deletedRows.oldestReplacedPart();
  }

  insertSelected(
    sql: string,
    parameters: Readonly<Record<string, ParameterValue>>,
    { deduplicationToken, projectNumber }: { readonly deduplicationToken: string; readonly projectNumber: number },
  ): Promise<void> {
    return this.#command(sql, parameters, once(deduplicationToken), projectNumber);
  }

  command(
    sql: string,
    parameters: Readonly<Record<string, ParameterValue>> = {},
    projectNumber?: number,
  ): Promise<void> {
    return this.#command(sql, parameters, {}, projectNumber);
  }

  async #command(
    sql: string,
    parameters: Readonly<Record<string, ParameterValue>>,
    settings: ClickHouseSettings,
    projectNumber: number | undefined,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.#connection.send(COMMAND_TIMEOUT_MS, signal, false, async (abort_signal, query_id) => {
      const place = { lane: 'background', projectNumber } as const;
      using _place = await this.#connection.enter(place, abort_signal, COMMAND_TIMEOUT_MS);
      await this.#connection.client.command({
        query: sql,
        query_params: { ...parameters },
        query_id,
        abort_signal,
        clickhouse_settings: settings,
        http_headers: laneHeaders('background', projectNumber),
      });
    });
  }

  async check(): Promise<void> {
    await this.query({ sql: 'SELECT 1', limits: CHECK_LIMITS, lane: 'probe' });
    // Inserts no rows, but fails like any write: on a full disk, after failed writes, on a read-only replica, without tables.
    await this.#connection.send(CHECK_LIMITS.timeoutMs, undefined, true, (abort_signal, query_id) =>
      this.#connection.client.command({
        query: 'INSERT INTO schema_migrations SELECT * FROM schema_migrations WHERE 0',
        query_id,
        abort_signal,
        http_headers: { [LANE_HEADER]: 'probe' },
      }),
    );
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #insert(
    table: string,
    columns: readonly string[],
    rows: () => Readable,
    signal: AbortSignal | undefined,
    settings: ClickHouseSettings,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const query = `INSERT INTO ${quoteName(table)} (${columns.map(quoteName).join(', ')}) FORMAT Native`;
    await this.#connection.send(INSERT_TIMEOUT_MS, signal, true, async (abort_signal, query_id) => {
      const { stream } = await this.#connection.client.exec({
        query,
        values: rows(),
        query_id,
        abort_signal,
        clickhouse_settings: settings,
        http_headers: { [LANE_HEADER]: 'ingest', ...headers },
      });
      stream.resume();
      await new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject));
    });
  }
}

function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}
