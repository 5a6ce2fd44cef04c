import { parentPort, workerData } from 'node:worker_threads';
import { SegmentWriter } from '../storage/segments.js';
import { openTables } from '../storage/tables.js';
import type { Store } from '../storage/transaction.js';
import { runGroup, type Command, type Result } from './commands.js';
import { whileGateIsOpen, type ExitGate } from './exit-gate.js';

/**
 * The only writer of this process runs in a separate thread: it waits for the lock of other processes and for the disk,
 * and neither may block the event loop that serves requests.
 */
export interface Group {
  readonly commands: readonly Command[];
  /** The concatenated values of all appends; returned with the reply so that the buffer can be reused. */
  readonly values: ArrayBuffer;
}

export type Reply =
  | { readonly results: readonly Result[]; readonly values: ArrayBuffer }
  | { readonly error: unknown; readonly values: ArrayBuffer };

export interface WriterSettings {
  readonly directory: string;
  readonly mapBytes: number;
  readonly maxBytes: number;
}

export interface WriterData extends WriterSettings {
  readonly gate: ExitGate;
}

if (parentPort) {
  const port = parentPort;
  const settings = workerData as WriterData;
  let store: Store | undefined;
  port.on('message', (message: Group | 'close') => {
    if (message === 'close') {
      store?.files.close();
      const closed = store ? store.tables.root.close() : Promise.resolve();
      void closed.finally(() => port.close());
      return;
    }
    const { commands, values } = message;
    let reply: Reply;
    try {
      const results = whileGateIsOpen(settings.gate, () => {
        store ??= openStore(settings);
        return runGroup(store, commands, new Uint8Array(values));
      });
      reply = { results, values };
    } catch (error) {
      reply = { error, values };
    }
    port.postMessage(reply, [values]);
  });
}

function openStore({ directory, mapBytes, maxBytes }: WriterSettings): Store {
  const tables = openTables(directory, mapBytes);
  const files = new SegmentWriter(directory);
  // The transaction excludes other processes, which could be creating a file.
  tables.root.transactionSync(() => files.removeAllExcept(new Set(tables.segments.getKeys())));
  return { tables, files, maxBytes };
}
