import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createColumnStore } from '../client/client.js';
import type { ColumnStoreOptions } from '../connection.js';
import type { ColumnStore } from '../port.js';
import { NO_COMPILATION, GENEROUS, keepExpiredRows, temporaryStore } from './temporary-store.js';
import { withTypeCheck } from './type-check.js';

/** A migrated, empty store; for tests that read and write, and neither change the engine nor end it. */
export interface SharedStore extends AsyncDisposable {
  readonly store: ColumnStore;
  [Symbol.asyncDispose](): Promise<void>;
}

let engine: Promise<ColumnStoreOptions> | undefined;
let isLent = false;

/** The engine of this process, which is started at the first call and emptied for each. A second one at the same time has its own. */
export async function sharedStore(): Promise<SharedStore> {
  if (isLent) return temporaryStore();
  isLent = true;
  try {
    const plain = createColumnStore({ ...(await (engine ??= startSharedEngine())), settings: NO_COMPILATION });
    await empty(plain);
    await keepExpiredRows(plain);
    return {
      store: withTypeCheck(plain),
      async [Symbol.asyncDispose]() {
        await plain.close();
        isLent = false;
      },
    };
  } catch (error) {
    isLent = false;
    throw error;
  }
}

async function empty(store: ColumnStore): Promise<void> {
  const tables = await store.query<{ name: string }>({
    sql: `SELECT name FROM system.tables
      WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND total_rows > 0 AND name != 'schema_migrations'`,
    limits: GENEROUS,
  });
  for (const { name } of tables) await store.command(`TRUNCATE TABLE ${name}`);
}

async function startSharedEngine(): Promise<ColumnStoreOptions> {
  // A process group of its own lets the engine stop and remove its files when the group of the test is killed.
  const child = fork(join(import.meta.dirname, 'shared-engine.process.js'), { detached: true });
  const [started] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code, signal]) => {
      throw new Error(`The engine of the specs ended with ${code ?? signal}.`);
    }),
  ])) as [ColumnStoreOptions];
  // This process may end whenever nothing else keeps it.
  child.unref();
  child.channel?.unref();
  return started;
}
