import { DEFAULT_DATABASE, type ColumnStoreOptions } from '../connection.js';
import { spoolInMemory } from './disk/spool.js';
import { EngineSupervisor, type SupervisorOptions } from './supervision/supervisor.js';

export interface EmbeddedColumnStore {
  /** The connection for `createColumnStore` and `migrate`, as plain values that can be passed to a worker thread. */
  readonly store: ColumnStoreOptions;
  readonly supervisor: EngineSupervisor;
  /** Drains and ends the engine, within a few seconds. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded engine on its own directory. It listens on a unix socket in a folder that only this user
 * may access, and also requires a random token, so no other user of the machine can use it.
 */
export async function startEmbeddedColumnStore(options: SupervisorOptions): Promise<EmbeddedColumnStore> {
  const { ready, ...started } = beginEmbeddedColumnStore(options);
  await ready;
  return started;
}

/** Starts the process of the engine and returns before it is ready, so that other work can be done in the meantime. */
export function beginEmbeddedColumnStore(
  options: SupervisorOptions,
): EmbeddedColumnStore & { readonly ready: Promise<void> } {
  const supervisor = EngineSupervisor.begin(options);
  return {
    ready: supervisor.ready,
    store: {
      url: 'http://embedded',
      socketPath: supervisor.socketPath,
      blockDirectory: spoolInMemory(options.directory),
      password: supervisor.token,
      database: DEFAULT_DATABASE,
    },
    supervisor,
    stop: () => supervisor.stop(),
  };
}
