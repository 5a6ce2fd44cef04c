import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createColumnStore, migrate, startEmbeddedColumnStore, type ColumnStore } from '@svc/columnar';

export interface TestColumnStore extends AsyncDisposable {
  readonly store: ColumnStore;
}

/** An embedded engine of its own with the current schema, in a directory that goes with it. */
export async function startTestColumnStore(): Promise<TestColumnStore> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-query-'));
  const engine = await startEmbeddedColumnStore({ directory, reserveBytes: 0 });
  await migrate(engine.store, 'embedded');
  const store = createColumnStore(engine.store);
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
