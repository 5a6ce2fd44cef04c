import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { refusals, type EngineFailure } from '../engine/engine-failure.js';
import { RESULT_FILE_HEADER } from './request.js';

export interface ResponseTimes {
  /** The statement of a client that reads nothing for this long is cancelled. */
  readonly stallMs: number;
  /**
   * The time for which the body stays open after an error within a result, so that the client reads the marker before
   * the cut. An orderly end would make a client that ignores the marker accept the partial rows as the complete result.
   */
  readonly holdMs: number;
}

/** The response to one statement: rows, or an error in the format of `@clickhouse/client`, before or after the first row. */
export class StatementResponse {
  /** Marks an error within the result; present once the result has begun. */
  #tag: string | undefined;
  #gzip: Gzip | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly times: ResponseTimes,
    private readonly usesGzip: boolean,
  ) {}

  begin(queryId: string, format: string): void {
    this.response.statusCode = 200;
    this.response.setHeader('X-ClickHouse-Query-Id', queryId);
    this.response.setHeader('X-ClickHouse-Format', format);
    this.response.setHeader('X-ClickHouse-Exception-Tag', (this.#tag = randomBytes(8).toString('hex')));
    this.response.setHeader(
      'Content-Type',
      format.startsWith('JSON') ? 'application/json' : 'application/octet-stream',
    );
    if (this.usesGzip) {
      this.response.setHeader('Content-Encoding', 'gzip');
      this.#gzip = createGzip({ level: 1 });
      this.#gzip.on('error', () => this.response.destroy());
      this.#gzip.pipe(this.response);
    }
  }

  /** Resolves when the client can receive more. @throws 394 if it has disconnected, 159 if it has stalled. */
  async write(chunk: Uint8Array): Promise<void> {
    const sink = this.#gzip ?? this.response;
    if (this.response.destroyed) throw refusals.cancelled();
    if (sink.write(chunk)) return;
    const waiting = new AbortController();
    const gone = () => waiting.abort(refusals.cancelled());
    const timer = setTimeout(() => waiting.abort(refusals.timeout()), this.times.stallMs);
    this.response.once('close', gone);
    try {
      await once(sink, 'drain', { signal: waiting.signal });
    } catch (error) {
      throw waiting.signal.aborted ? waiting.signal.reason : error;
    } finally {
      clearTimeout(timer);
      this.response.off('close', gone);
    }
  }

  async end(): Promise<void> {
    const sink = this.#gzip ?? this.response;
    sink.end();
    if (!this.response.writableFinished && !this.response.destroyed)
      await closedOrFinished(this.response, this.times.stallMs);
  }

  /** Sends a file that the engine wrote; the headers have not been sent yet. */
  async sendFile(path: string, queryId: string, format: string): Promise<void> {
    const file = await open(path, 'r');
    const source = createReadStream('', { fd: file });
    this.begin(queryId, format);
    this.response.setTimeout(this.times.stallMs, () => this.response.destroy());
    await pipeline(source, this.#gzip ?? this.response);
  }

  /**
   * Names a file that the engine wrote, and resolves when the client needs it no longer: it closes its connection, or the signal aborts.
   */
  async lendFile(path: string, queryId: string, format: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.response.destroyed || signal?.aborted) throw refusals.cancelled();
    this.response.setHeader(RESULT_FILE_HEADER, path);
    const isClosed = once(this.response, 'close');
    signal?.addEventListener('abort', () => this.response.destroy(), { once: true });
    this.begin(queryId, format);
    // No rows follow that the headers could leave with.
    this.response.flushHeaders();
    await isClosed;
  }

  async fail(failure: EngineFailure): Promise<void> {
    if (this.response.destroyed) return;
    if (this.#tag === undefined) return this.#failBeforeRows(failure);
    const message = failure.toBody();
    const length = Buffer.byteLength(message);
    const marker = `\r\n__exception__\r\n${this.#tag}\r\n${message}${length} ${this.#tag}\r\n__exception__\r\n`;
    if (this.#gzip) {
      this.#gzip.write(marker);
      this.#gzip.flush();
    } else {
      this.response.write(marker);
    }
    await closedOrFinished(this.response, this.times.holdMs);
    this.response.destroy();
  }

  #failBeforeRows(failure: EngineFailure): void {
    const body = failure.toBody();
    this.response.statusCode = HTTP_STATUS.get(failure.code) ?? 500;
    this.response.setHeader('X-ClickHouse-Exception-Code', String(failure.code));
    this.response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
    this.response.end(body);
  }
}

const HTTP_STATUS = new Map([
  ...[36, 43, 47, 62, 115, 164, 446, 456, 457].map((code) => [code, 400] as const),
  ...[60, 81].map((code) => [code, 404] as const),
  [202, 503],
  [243, 503],
  [307, 413],
  [516, 401],
]);

async function closedOrFinished(response: ServerResponse, timeoutMs: number): Promise<void> {
  if (response.destroyed || response.writableFinished) return;
  await new Promise<void>((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(settle, timeoutMs);
    response.once('close', settle);
    response.once('finish', settle);
  });
}
