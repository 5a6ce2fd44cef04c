import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The native addon below chdb's JavaScript. The public interface of the package cannot be used: it keeps one connection for many
 * statements, and after a statement that fails in mid-result the next one on that connection returns the failed one's rows.
 */
export interface Addon {
  CreateConnection(path: string, engineArguments?: readonly string[]): Connection;
  CloseConnection(connection: Connection): void;
  /** Runs one or several statements off the event loop and returns the whole result of the last. */
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<{ readonly bytes: Uint8Array }>;
  /** Parses and plans on the calling thread (some milliseconds); refuses several statements. */
  StreamQuery(connection: Connection, sql: string, format: string): StreamHandle;
  StreamFetch(stream: StreamHandle): Promise<{ readonly bytes: Uint8Array; readonly done: boolean }>;
  /** Must not be called while a fetch is under way: it frees what the fetch reads. */
  StreamCancel(stream: StreamHandle): void;
  /** The engine's own parser: how many statements the text holds. Nothing is executed. */
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

/** The package version whose traps the regression tests were written against. */
export const REVIEWED_CHDB_VERSION = '3.4.0';

export function loadAddon(): Addon {
  const require = createRequire(import.meta.url);
  // The loader is not exported by the package, so it is required by its path.
  const packageFile = require.resolve('chdb/package.json');
  const loader = require(join(dirname(packageFile), 'dist/loader.js')) as { loadNative(): Addon };
  return loader.loadNative();
}
