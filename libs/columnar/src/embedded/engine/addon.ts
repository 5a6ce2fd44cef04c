import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The native addon below chdb's JavaScript. The public interface of the package cannot be used: it keeps one connection for many
 * statements, and after a statement that fails within its result, the next one on the connection returns rows of the failed one.
 */
export interface Addon {
  CreateConnection(path: string, engineArguments?: readonly string[]): Connection;
  CloseConnection(connection: Connection): void;
  /** Runs one or several statements off the event loop and returns the whole result of the last. */
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<{ readonly bytes: Uint8Array }>;
  /** Parses and plans on the calling thread (some milliseconds); rejects several statements. */
  StreamQuery(connection: Connection, sql: string, format: string): StreamHandle;
  StreamFetch(stream: StreamHandle): Promise<{ readonly bytes: Uint8Array; readonly done: boolean }>;
  /** Must not be called during a fetch: it frees the memory that the fetch reads. */
  StreamCancel(stream: StreamHandle): void;
  /** Counts the statements in the text with the parser of the engine. Executes nothing. */
  DurableClassifyAsync(connection: Connection, sql: string): Promise<{ readonly statementCount: number }>;
}

declare const connectionBrand: unique symbol;
declare const streamBrand: unique symbol;
export interface Connection {
  readonly [connectionBrand]: true;
}
export interface StreamHandle {
  readonly [streamBrand]: true;
}

/** The package version that the regression tests of its bugs were written for. */
export const REVIEWED_CHDB_VERSION = '3.4.0';

export function loadAddon(): Addon {
  const require = createRequire(import.meta.url);
  // The loader is not exported by the package, so it is required by its path.
  const packageFile = require.resolve('chdb/package.json');
  const loader = require(join(dirname(packageFile), 'dist/loader.js')) as { loadNative(): Addon };
  return loader.loadNative();
}
