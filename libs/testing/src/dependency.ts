import { createColumnStore, type ColumnStore, type ColumnStoreOptions } from '@svc/columnar';
import { descendants } from './process-tree.js';
import type { Dependency } from './topology.js';

/** A server among the descendants of a process, which restarts it when it exits. */
export function supervised(root: () => number, text: string): Dependency {
  const find = (): number | undefined => descendants(root(), text)[0];
  return {
    get pid() {
      return find();
    },
    kill() {
      const pid = find();
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      return Promise.resolve();
    },
  };
}

/** A server that the tests have started. */
export function restartable(text: string, server: { kill(): Promise<void>; restart(): Promise<void> }): Dependency {
  return {
    get pid() {
      return descendants(process.pid, text)[0];
    },
    async kill() {
      await server.kill();
      await server.restart();
    },
  };
}

export async function lookInto<Seen>(
  options: ColumnStoreOptions,
  look: (store: ColumnStore) => Promise<Seen>,
): Promise<Seen> {
  const store = createColumnStore(options);
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}
