import type { Addon, Connection, StreamHandle } from './addon.js';
import { refusals, toEngineFailure } from './engine-failure.js';

/** Options of one statement. Parameter values are in the escaped text form of the HTTP interface's `param_` fields. */
export interface StatementContext {
  readonly database?: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly parameters: ReadonlyMap<string, string>;
  /** Stops the statement inside the engine. */
  readonly signal?: AbortSignal;
}

const KILL_INTERVAL_MS = 25;
const MAX_QUERY_BYTES = 64 * 1024 * 1024;
/** A text of as many UTF-16 units has at most 180 KiB. */
const SHORT_TEXT_LENGTH = 60 * 1024;
/** The reason of an abort; without one, each signal would create an exception with a stack. */
const ENDED = 'ended';
const NO_CONTEXT: StatementContext = { settings: new Map(), parameters: new Map() };

/**
 * The embedded engine. Every statement runs on a fresh connection (0.1 ms): settings and parameters end with it, and a failed
 * statement cannot pass its rows to the next one. One connection stays open, unused, so that the engine does not shut down.
 */
export class Engine {
  readonly #addon: Addon;
  readonly #directory: string;
  readonly #keepAlive: Connection;
  #statements = 0;

  /** Throws code 76 if another process holds the directory. */
  constructor(addon: Addon, directory: string, configFile: string) {
    this.#addon = addon;
    this.#directory = directory;
    try {
      this.#keepAlive = addon.CreateConnection(directory, [`--config-file=${configFile}`]);
    } catch (error) {
      throw toEngineFailure(error);
    }
  }

  /** Runs one statement to its end; the caller has verified that it is one. */
  async run(sql: string, context: StatementContext = NO_CONTEXT, format = 'TabSeparated'): Promise<Buffer> {
    return this.#onConnection(context, async (connection, tag) => {
      const { bytes } = await this.#addon.QueryAsyncConnection(connection, tag + sql, format);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    });
  }

  /** Result of one statement in chunks of about 1 MB. Chunks are fetched on demand, which gives back-pressure. */
  async *stream(sql: string, format: string, context: StatementContext): AsyncGenerator<Buffer, void, void> {
    const { connection, tag, release } = await this.#open(context);
    let open: StreamHandle | undefined;
    try {
      open = this.#addon.StreamQuery(connection, tag + sql, format);
      for (;;) {
        const fetched: StreamHandle = open;
        open = undefined; // A failed fetch has ended the stream: it must not be cancelled.
        const { bytes, done } = await this.#addon.StreamFetch(fetched);
        if (done) return;
        open = fetched;
        yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      }
    } catch (error) {
      throw this.#failure(error, tag, context.signal);
    } finally {
      if (open) this.#addon.StreamCancel(open);
      release();
    }
  }

  /** Returns the number of statements that the parser of the engine finds, as a check of our tokenizer. */
  async countStatements(sql: string): Promise<number> {
    return (await this.#addon.DurableClassifyAsync(this.#keepAlive, sql)).statementCount;
  }

  /** Shuts the engine down. No statement may be running. */
  close(): void {
    this.#addon.CloseConnection(this.#keepAlive);
  }

  async #onConnection<T>(context: StatementContext, work: (connection: Connection, tag: string) => Promise<T>) {
    const { connection, tag, release } = await this.#open(context);
    try {
      return await work(connection, tag);
    } catch (error) {
      throw this.#failure(error, tag, context.signal);
    } finally {
      release();
    }
  }

  async #open(context: StatementContext) {
    if (context.signal?.aborted) throw refusals.cancelled();
    const connection = this.#addon.CreateConnection(this.#directory);
    // The engine does not accept a query ID, so a statement is killed by the comment at its start.
    const tag = `/* statement ${++this.#statements} */ `;
    const ended = new AbortController();
    try {
      const preamble = renderPreamble(context);
      if (preamble) await this.#addon.QueryAsyncConnection(connection, preamble, 'Null');
    } catch (error) {
      this.#addon.CloseConnection(connection);
      throw toEngineFailure(error);
    }
    const onAbort = () => void this.#kill(tag, ended.signal);
    if (context.signal?.aborted) onAbort();
    context.signal?.addEventListener('abort', onAbort, { once: true });
    const release = () => {
      ended.abort(ENDED);
      context.signal?.removeEventListener('abort', onAbort);
      this.#addon.CloseConnection(connection);
    };
    return { connection, tag, release };
  }

  /** A kill can precede the registration of the statement (3 of 10 do), so it is repeated until it succeeds or the statement has ended. */
  async #kill(tag: string, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const hit = await this.run(`KILL QUERY WHERE startsWith(query, '${tag}')`).catch(() => Buffer.alloc(0));
      if (hit.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, KILL_INTERVAL_MS));
    }
  }

  #failure(error: unknown, tag: string, signal: AbortSignal | undefined) {
    if (signal?.aborted) return refusals.cancelled();
    const failure = toEngineFailure(error);
    failure.message = failure.message.replaceAll(tag, '');
    return failure;
  }
}

/** `readonly` comes last: from then on the connection refuses writes and every further SET. */
function renderPreamble({ database, settings, parameters }: StatementContext): string {
  const assignments = [...parameters].map(([name, value]) => `param_${identifier(name)} = ${quote(escapeZero(value))}`);
  for (const [name, value] of settings) {
    if (name !== 'readonly') assignments.push(`${identifier(name)} = ${quote(value)}`);
  }
  const readonly = settings.get('readonly');
  if (readonly !== undefined) assignments.push(`readonly = ${quote(readonly)}`);
  const statements = [];
  if (database !== undefined) statements.push(`USE ${identifier(database)}`);
  if (assignments.length > 0) {
    // The default of 256 KiB would refuse long parameters. Each statement takes a quarter of a millisecond, so a short one raises it
    // itself.
    const limit = `max_query_size = ${MAX_QUERY_BYTES}`;
    const text = `SET ${limit}, ${assignments.join(', ')}`;
    if (text.length > SHORT_TEXT_LENGTH) statements.push(`SET ${limit}`);
    statements.push(text);
  }
  return statements.join('; ');
}

function identifier(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw refusals.badArguments('A name is not an identifier');
  return name;
}

/** A zero byte would end the text for the engine; the escaped text form of parameters has an escape for it. */
function escapeZero(value: string): string {
  return value.replaceAll('\0', '\\0');
}

function quote(value: string): string {
  if (value.includes('\0')) throw refusals.badArguments('A setting contains a zero byte');
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
