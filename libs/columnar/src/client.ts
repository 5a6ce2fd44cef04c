import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { ClickHouseClient, ClickHouseSettings, ExecResult } from '@clickhouse/client';
import { deadline } from '@svc/config';
import { DEFAULT_DATABASE, selectDialect, openClient, type ColumnStoreOptions } from './connection.js';
import { isHangUp, isRefusedConnection, toStoreError } from './errors.js';
import { wholeResult } from './file-stream.js';
import { MemoryFiles } from './embedded/disk/memory-files.js';
import { LANE_HEADER, PROJECT_HEADER, RESULT_FILE_HEADER, ROWS_HEADER } from './embedded/protocol/request.js';
import type { Dialect } from './migrations/migration.js';
import { renderDeletion } from './migrations/render.js';
import type {
  ColumnStore,
  FileStatement,
  InsertOptions,
  Lane,
  NativeBlock,
  ParameterValue,
  ReadStatement,
  StatementLimits,
} from './port.js';
import { ServerLanes } from './server-lanes.js';
import { ENGINE_FORMATS, fileSettings, limitSettings, once, ONE_PIECE, takesEffect } from './statement-settings.js';
import { StatementTimer } from './statement-timer.js';

/** The column store over `@clickhouse/client`; no other file imports it except the two beside this one. */
export function createColumnStore(options: ColumnStoreOptions): ColumnStore {
  return new ClickHouseColumnStore(options);
}

const RECONNECT_MS = 5_000;
const RECONNECT_PAUSE_MS = 50;
/** The engine enforces the limit itself; this applies when it does not respond. */
const TIMEOUT_GRACE_MS = deadline(2_000);
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
  readonly withFile: ColumnStore['withFile'];
  readonly #client: ClickHouseClient;
  readonly #reconnectMs: number;
  readonly #dialect: Dialect;
  readonly #blocks: MemoryFiles | undefined;
  /** Absent for the embedded engine, which has lanes itself. */
  readonly #lanes: ServerLanes | undefined;
  #isClosed = false;

  constructor(options: ColumnStoreOptions) {
    this.#client = openClient(options, options.database ?? DEFAULT_DATABASE);
    this.#reconnectMs = options.reconnectMs ?? RECONNECT_MS;
    this.#dialect = selectDialect(options);
    this.#lanes = options.socketPath === undefined ? new ServerLanes(options.maxStatements) : undefined;
    this.withFile = options.socketPath === undefined ? undefined : (statement, use) => this.#withFile(statement, use);
    this.#blocks = options.blockDirectory === undefined ? undefined : new MemoryFiles(options.blockDirectory);
  }

  async query<Row>(statement: ReadStatement): Promise<Row[]> {
    const rows: Row[] = [];
    const startAgain = () => void (rows.length = 0);
    // Errors are then reported before the first row, as long as the result fits the buffer of the server.
    for await (const chunk of this.#read<Row>(statement, { wait_end_of_query: 1 }, startAgain)) {
      for (const row of chunk) rows.push(row);
    }
    return rows;
  }

  stream<Row>(statement: ReadStatement): AsyncIterable<Row[]> {
    return this.#read<Row>(statement, {});
  }

  async *streamFile(statement: FileStatement): AsyncGenerator<Uint8Array, void, void> {
    const { limits, lane = 'interactive', projectNumber, signal } = statement;
    using timer = new StatementTimer(limits.timeoutMs + TIMEOUT_GRACE_MS, signal);
    const queryId = randomUUID();
    let isComplete = false;
    try {
      using _place = await this.#lanes?.enter(lane, projectNumber, timer.signal, limits.timeoutMs);
      const { stream, response_headers } = await this.#writeFile(statement, queryId, timer, {});
      // The signal of the client has no effect once the response has started.
      const cut = () => stream.destroy(new Error('aborted'));
      timer.signal.addEventListener('abort', cut, { once: true });
      try {
        if (timer.signal.aborted) cut();
        yield* wholeResult(stream, response_headers['x-clickhouse-exception-tag']);
      } finally {
        timer.signal.removeEventListener('abort', cut);
        stream.destroy();
      }
      isComplete = true;
    } catch (error) {
      throw toStoreError(error, timer);
    } finally {
      // Also if the consumer left the loop early.
      if (!isComplete) this.#killStatement(queryId);
    }
  }

  async #withFile<T>(statement: FileStatement, use: (path: string) => Promise<T>): Promise<T> {
    const { path, stream } = await this.#namedFile(statement);
    try {
      return await use(path);
    } finally {
      stream.destroy();
    }
  }

  /** The file exists until the stream is destroyed. */
  async #namedFile(statement: FileStatement): Promise<{ path: string; stream: Readable }> {
    using timer = new StatementTimer(statement.limits.timeoutMs + TIMEOUT_GRACE_MS, statement.signal);
    const queryId = randomUUID();
    try {
      const wanted = { [RESULT_FILE_HEADER]: '1' };
      const { stream, response_headers } = await this.#writeFile(statement, queryId, timer, wanted);
      // The stream has no bytes; if the engine ends, reading the file still works or fails by itself.
      stream.on('error', () => undefined).resume();
      const path = response_headers[RESULT_FILE_HEADER];
      if (typeof path === 'string') return { path, stream };
      stream.destroy();
      throw new Error('The result is malformed: it has no file');
    } catch (error) {
      this.#killStatement(queryId);
      throw toStoreError(error, timer);
    }
  }

  #writeFile(
    statement: FileStatement,
    queryId: string,
    timer: StatementTimer,
    headers: Readonly<Record<string, string>>,
  ): Promise<ExecResult<Readable>> {
    const { sql, parameters = {}, lane = 'interactive', projectNumber, format } = statement;
    return this.#connected(timer, () =>
      this.#client.exec({
        query: `${sql} FORMAT ${ENGINE_FORMATS[format]}`,
        query_params: { ...parameters },
        query_id: queryId,
        abort_signal: timer.signal,
        http_headers: { ...laneHeaders(lane, projectNumber), ...headers },
        clickhouse_settings: fileSettings(statement),
      }),
    );
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
  ): Promise<void> {
    await this.#send(COMMAND_TIMEOUT_MS, undefined, false, async (abort_signal, query_id) => {
      using _place = await this.#lanes?.enter('background', projectNumber, abort_signal, COMMAND_TIMEOUT_MS);
      await this.#client.command({
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
    await this.#send(CHECK_LIMITS.timeoutMs, undefined, true, (abort_signal, query_id) =>
      this.#client.command({
        query: 'INSERT INTO schema_migrations SELECT * FROM schema_migrations WHERE 0',
        query_id,
        abort_signal,
        http_headers: { [LANE_HEADER]: 'probe' },
      }),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client.close();
  }

  /** @param startAgain forgets the rows of an attempt whose connection was lost; without it, only an attempt without rows is repeated. */
  async *#read<Row>(
    statement: ReadStatement,
    extra: ClickHouseSettings,
    startAgain?: () => void,
  ): AsyncGenerator<Row[], void, void> {
    const { sql, parameters = {}, limits, lane = 'interactive', projectNumber, signal } = statement;
    using timer = new StatementTimer(limits.timeoutMs + TIMEOUT_GRACE_MS, signal);
    using _place = await this.#lanes
      ?.enter(lane, projectNumber, timer.signal, limits.timeoutMs)
      .catch((error: unknown) => Promise.reject(toStoreError(error, timer)));
    let attempts = 0;
    for (;;) {
      const query_id = randomUUID();
      let hasRows = false;
      let isComplete = false;
      try {
        const result = await this.#connected(timer, () =>
          this.#client.query({
            query: sql,
            format: 'JSONEachRow',
            query_params: { ...parameters },
            query_id,
            abort_signal: timer.signal,
            http_headers: laneHeaders(lane, projectNumber),
            clickhouse_settings: { ...limitSettings(limits), ...extra },
          }),
        );
        const rows = result.stream<Row>();
        // The signal of the client has no effect once the response has started.
        const cut = () => rows.destroy(new Error('aborted'));
        timer.signal.addEventListener('abort', cut, { once: true });
        try {
          if (timer.signal.aborted) cut();
          for await (const chunk of rows) {
            hasRows = true;
            yield chunk.map((row) => row.json<Row>());
          }
        } finally {
          timer.signal.removeEventListener('abort', cut);
        }
        isComplete = true;
        return;
      } catch (error) {
        isComplete = true;
        // Once only, because the statement itself may be what ended the server.
        const isRepeated = isHangUp(error) && (!hasRows || startAgain) && attempts++ === 0;
        if (isRepeated && !timer.signal.aborted && !this.#isClosed) {
          startAgain?.();
          await this.#answering(timer);
          continue;
        }
        if (timer.signal.aborted) this.#killStatement(query_id);
        throw toStoreError(error, timer);
      } finally {
        // The consumer left the loop early.
        if (!isComplete) this.#killStatement(query_id);
      }
    }
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
    await this.#send(INSERT_TIMEOUT_MS, signal, true, async (abort_signal, query_id) => {
      const { stream } = await this.#client.exec({
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

  async #send(
    timeoutMs: number,
    signal: AbortSignal | undefined,
    isInsert: boolean,
    call: (signal: AbortSignal, queryId: string) => Promise<unknown>,
  ): Promise<void> {
    using timer = new StatementTimer(timeoutMs, signal);
    const queryId = randomUUID();
    try {
      await this.#connected(timer, () => call(timer.signal, queryId));
    } catch (error) {
      if (timer.signal.aborted) this.#killStatement(queryId);
      throw toStoreError(error, { aborted: timer.aborted, timedOut: timer.timedOut, isInsert });
    }
  }

  /** Retries a call that did not reach the server, for example while the embedded engine restarts or a server is replaced. */
  async #connected<T>(timer: StatementTimer, call: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#reconnectMs;
    for (;;) {
      try {
        if (timer.signal.aborted) throw timer.signal.reason;
        return await call();
      } catch (error) {
        if (!isRefusedConnection(error) || this.#isClosed || performance.now() > deadline) throw error;
        await timer.pause(RECONNECT_PAUSE_MS);
      }
    }
  }

  /**
   * Waits until the server answers again. One that was killed resets its connections one after the other, on a busy machine over some
   * tenths of a second, and until Node has seen it a dead one may be taken from the pool.
   */
  async #answering(timer: StatementTimer): Promise<void> {
    const deadline = performance.now() + this.#reconnectMs;
    do await timer.pause(RECONNECT_PAUSE_MS);
    while (
      !(await this.#client.ping({ select: false })).success &&
      performance.now() < deadline &&
      !timer.signal.aborted &&
      !this.#isClosed
    );
  }

  /** A lost connection stops a statement in the embedded engine, but not always in a server. Runs in the background. */
  #killStatement(id: string): void {
    const kill = this.#client.command({ query: 'KILL QUERY WHERE query_id = {id:String} ASYNC', query_params: { id } });
    kill.catch(() => undefined);
  }
}

function laneHeaders(lane: Lane, projectNumber: number | undefined): Record<string, string> {
  if (projectNumber === undefined) return { [LANE_HEADER]: lane };
  return { [LANE_HEADER]: lane, [PROJECT_HEADER]: String(projectNumber) };
}

function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}
