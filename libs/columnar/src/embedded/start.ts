import { DEFAULT_DATABASE, type ColumnStoreOptions } from '../connection.js';
import { spoolInMemory } from './disk/spool.js';
import { EngineSupervisor, type SupervisorOptions } from './supervision/supervisor.js';

export interface EmbeddedColumnStore {
  /** For `createColumnStore` and `migrate`; plain values, so they can be handed to a worker thread. */
  readonly store: ColumnStoreOptions;
  readonly supervisor: EngineSupervisor;
  /** Drains and ends the engine, within a few seconds. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded engine on a directory that belongs to it alone. It listens on a unix socket in a folder that only this user
 * may enter, and also requires a random token, so no other user of the machine can use it.
 */
export async function startEmbeddedColumnStore(options: SupervisorOptions): Promise<EmbeddedColumnStore> {
  const { ready, ...started } = await beginEmbeddedColumnStore(options);
  await ready;
  return started;
}

/** Returns before the engine answers, so that what does not need it yet can start in parallel. */
export async function beginEmbeddedColumnStore(
  options: SupervisorOptions,
): Promise<EmbeddedColumnStore & { readonly ready: Promise<void> }> {
  const supervisor = await EngineSupervisor.begin(options);
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
