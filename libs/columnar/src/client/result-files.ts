import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ExecResult } from '@clickhouse/client';
import { RESULT_FILE_HEADER } from '../embedded/protocol/request.js';
import type { FileStatement } from '../port.js';
import { ENGINE_FORMATS, fileSettings } from '../statement-settings.js';
import { toStoreError } from './errors.js';
import { wholeResult } from './file-stream.js';
import { cutOnAbort, laneHeaders, type ServerConnection } from './server-connection.js';
import { StatementTimer, TIMEOUT_GRACE_MS } from './statement-timer.js';

/** Reads results as the bytes of files that the engine writes. */
export class ResultFiles {
  constructor(private readonly connection: ServerConnection) {}

  async *stream(statement: FileStatement): AsyncGenerator<Uint8Array, void, void> {
    const { limits, signal } = statement;
    using timer = new StatementTimer(limits.timeoutMs + TIMEOUT_GRACE_MS, signal);
    const queryId = randomUUID();
    let isComplete = false;
    try {
      using _place = await this.connection.enter(statement, timer.signal, limits.timeoutMs);
      const { stream, response_headers } = await this.#writeFile(statement, queryId, timer, {});
      using _cut = cutOnAbort(stream, timer.signal);
      try {
        yield* wholeResult(stream, response_headers['x-clickhouse-exception-tag']);
      } finally {
        stream.destroy();
      }
      isComplete = true;
    } catch (error) {
      throw toStoreError(error, timer);
    } finally {
      // Also if the consumer left the loop early.
      if (!isComplete) this.connection.kill(queryId);
    }
  }

  /** Only the embedded engine writes files that this process can open. */
  async with<T>(statement: FileStatement, use: (path: string) => Promise<T>): Promise<T> {
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
      this.connection.kill(queryId);
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
    return this.connection.connected(timer, () =>
      this.connection.client.exec({
        query: `${sql} FORMAT ${ENGINE_FORMATS[format]}`,
        query_params: { ...parameters },
        query_id: queryId,
        abort_signal: timer.signal,
        http_headers: { ...laneHeaders(lane, projectNumber), ...headers },
        clickhouse_settings: fileSettings(statement),
      }),
    );
  }
}
