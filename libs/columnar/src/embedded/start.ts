import { DEFAULT_DATABASE, type ColumnStoreOptions } from '../connection.js';
import { spoolInMemory } from './spool.js';
import { EngineSupervisor, type SupervisorOptions } from './supervisor.js';

export interface EmbeddedColumnStore {
  /** For `createColumnStore` and `migrate`; plain values, so they can be handed to a worker thread. */
  readonly store: ColumnStoreOptions;
  readonly supervisor: EngineSupervisor;
  /** Drains and ends the engine, within a few seconds. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded engine on a directory that belongs to it alone. It listens on a unix socket in a folder that only this user
 * may enter, and asks for a random token besides, so nobody else on the machine can use it.
 */
export async function startEmbeddedColumnStore(options: SupervisorOptions): Promise<EmbeddedColumnStore> {
  const { ready, ...started } = await beginEmbeddedColumnStore(options);
  await ready;
  return started;
}

/** The same, known before the engine answers: whatever does not ask it anything yet can begin beside it. */
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
