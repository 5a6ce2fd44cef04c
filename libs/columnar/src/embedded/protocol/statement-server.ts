import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { DefinitionCopies } from '../disk/definition-copies.js';
import type { SpoolFile } from '../disk/memory-files.js';
import type { Spool } from '../disk/spool.js';
import type { WriteGuard } from '../disk/write-guard.js';
import { refusals, toEngineFailure } from '../engine/engine-failure.js';
import type { Engine, StatementContext } from '../engine/engine.js';
import { Lane, type LaneLimits, type LaneName } from './lanes.js';
import { bodyDecoder, isAuthorized, readRequest, readStatementBody, type StatementRequest } from './request.js';
import { StatementResponse, type ResponseTimes } from './response.js';
import { assertOneStatement, runRead } from './run-read.js';
import { parseStatement, type Statement } from './sql-statement.js';

export interface StatementServerOptions {
  readonly token: string;
  readonly lanes: Readonly<Record<LaneName, LaneLimits>>;
  readonly times: ResponseTimes;
}

/** Statements longer than this are refused; rows of an INSERT in the URL form are not limited by it. */
const MAX_STATEMENT_BYTES = 16 * 1024 * 1024;
/** Short parameters travel in the URL, which Node counts as a header; its default limit would respond with 431 and an empty body. */
const MAX_HEADER_BYTES = 1024 * 1024;

interface Parts {
  readonly engine: Engine;
  readonly spool: Spool;
  readonly guard: WriteGuard;
  readonly copies: DefinitionCopies;
}

/** The ClickHouse HTTP interface over the embedded engine, and the only access to it. */
export class StatementServer {
  readonly #http: Server;
  readonly #lanes: Readonly<Record<LaneName, Lane>>;
  /** Statements that are queued, running or sending a result, by the ID that the client chose. */
  readonly #statements = new Map<string, AbortController>();
  #drained: (() => void) | undefined;

  constructor(
    private readonly parts: Parts,
    private readonly options: StatementServerOptions,
  ) {
    this.#lanes = {
      interactive: new Lane(options.lanes.interactive),
      ingest: new Lane(options.lanes.ingest),
      background: new Lane(options.lanes.background),
      probe: new Lane(options.lanes.probe),
    };
    this.#http = createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 75_000, requestTimeout: 0 });
    this.#http.on('request', (request, response) => void this.#serve(request, response));
  }

  async listen(socketPath: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen(socketPath, resolve);
    });
  }

  /** Stops accepting statements, waits up to `graceMs` for running ones, then cancels them. */
  async drain(graceMs: number): Promise<void> {
    this.#http.close();
    this.#http.closeIdleConnections();
    if (this.#statements.size > 0) {
      const cancel = setTimeout(() => this.#statements.forEach((statement) => statement.abort()), graceMs);
      await new Promise<void>((resolve) => (this.#drained = resolve));
      clearTimeout(cancel);
    }
    this.#http.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Without listeners an aborted upload or a lost client would be an uncaught error of the process.
    request.on('error', () => response.destroy());
    response.on('error', () => response.destroy());
    const plain = new StatementResponse(response, this.options.times, false);
    if (!isAuthorized(request, this.options.token)) return plain.fail(refusals.unauthenticated());
    if (request.url === '/ping') return void response.end('Ok.\n');
    let fields: StatementRequest;
    try {
      fields = readRequest(request, randomUUID);
      if (this.#statements.has(fields.queryId)) throw refusals.badArguments('A statement with this id is running');
    } catch (error) {
      return plain.fail(toEngineFailure(error));
    }
    await this.#serveStatement(request, response, fields);
  }

  async #serveStatement(request: IncomingMessage, response: ServerResponse, fields: StatementRequest): Promise<void> {
    const abort = new AbortController();
    this.#statements.set(fields.queryId, abort);
    response.once('close', () => {
      if (!response.writableFinished) abort.abort();
    });
    const answer = new StatementResponse(response, this.options.times, fields.acceptsGzip);
    try {
      const fromUrl = fields.queryInUrl;
      const text =
        fromUrl === undefined ? await readStatementBody(request, fields, MAX_STATEMENT_BYTES) : Buffer.from(fromUrl);
      await this.#run(parseStatement(text), request, answer, fields, abort.signal);
    } catch (error) {
      const failure = toEngineFailure(error);
      // The rest of an upload is read and discarded: a client that is still sending does not read the response.
      request.resume();
      await answer.fail(failure).catch(() => response.destroy());
    } finally {
      this.#statements.delete(fields.queryId);
      if (this.#statements.size === 0) this.#drained?.();
    }
  }

  async #run(
    statement: Statement,
    request: IncomingMessage,
    answer: StatementResponse,
    fields: StatementRequest,
    signal: AbortSignal,
  ): Promise<void> {
    const { engine, spool, guard } = this.parts;
    switch (statement.kind) {
      case 'read':
        return this.#inLane(fields, signal, (context, leave) =>
          runRead({ engine, spool, guard }, statement, fields, context, answer, leave),
        );
      case 'insert': {
        await guard.admit();
        await this.#insert(statement, request, fields, signal);
        break;
      }
      case 'write':
      case 'release': {
        if (statement.kind === 'write') await guard.admit();
        await this.#inLane(fields, signal, async (context) => {
          await assertOneStatement(engine, statement.sql);
          await engine.run(statement.sql, context);
        });
        if (statement.kind === 'write' || statement.definesTables) await guard.confirm();
        if (statement.definesTables) await this.parts.copies.update();
        break;
      }
      case 'kill': {
        const id =
          'literal' in statement.queryId
            ? statement.queryId.literal
            : fields.parameters.get(statement.queryId.parameter);
        this.#statements.get(id ?? '')?.abort();
        break;
      }
    }
    answer.begin(fields.queryId, 'TabSeparated');
    await answer.end();
  }

  /** The rows pass through a file: after FORMAT the engine would stop at the first blank line and run the rest as SQL. */
  async #insert(
    statement: Extract<Statement, { kind: 'insert' }>,
    request: IncomingMessage,
    fields: StatementRequest,
    signal: AbortSignal,
  ): Promise<void> {
    const { engine, guard } = this.parts;
    const file = await this.#openRows(statement, request, fields);
    try {
      const sql = `${statement.sql} FROM INFILE '${file.path}' FORMAT ${statement.format}`;
      await this.#inLane(fields, signal, async (context) => {
        await assertOneStatement(engine, sql);
        await engine.run(sql, context);
      });
    } finally {
      await file.remove();
    }
    await guard.confirm();
  }

  async #openRows(
    statement: Extract<Statement, { kind: 'insert' }>,
    request: IncomingMessage,
    { rowsFile, queryInUrl }: StatementRequest,
  ): Promise<SpoolFile> {
    const { spool } = this.parts;
    if (rowsFile !== undefined) {
      const path = await spool.find(rowsFile);
      // Rejects a missing file here, because the behavior of the engine for one is unknown.
      if (path === undefined) throw refusals.badArguments('The file of the rows does not exist');
      return { path, remove: () => Promise.resolve() }; // The file belongs to the client, which removes it.
    }
    const decoder = queryInUrl === undefined ? undefined : bodyDecoder(request);
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    const rows = queryInUrl === undefined ? Readable.from([statement.data]) : withPrefix(statement.data, request);
    return spool.store(rows, decoder, Number.isNaN(length) ? undefined : length + statement.data.length);
  }

  /** The time spent waiting counts against the statement's own limit. */
  async #inLane(
    fields: StatementRequest,
    signal: AbortSignal,
    work: (context: StatementContext, leave: () => void) => Promise<void>,
  ): Promise<void> {
    const limitSeconds = Number(fields.settings.get('max_execution_time') ?? 0);
    const deadline = limitSeconds > 0 ? performance.now() + limitSeconds * 1000 : Number.POSITIVE_INFINITY;
    const leave = await this.#lanes[fields.lane].enter(signal, deadline, fields.project);
    try {
      if (limitSeconds > 0) {
        const remaining = Math.max((deadline - performance.now()) / 1000, 0.001);
        fields.settings.set('max_execution_time', remaining.toFixed(3));
      }
      const { settings, parameters, database } = fields;
      await work({ settings, parameters, signal, ...(database === undefined ? {} : { database }) }, leave);
    } finally {
      leave();
    }
  }
}

function withPrefix(prefix: Uint8Array, rest: Readable): Readable {
  if (prefix.length === 0) return rest;
  return Readable.from(
    (async function* () {
      yield prefix;
      yield* rest as AsyncIterable<Buffer>;
    })(),
  );
}
