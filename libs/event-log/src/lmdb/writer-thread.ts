import { parentPort, workerData } from 'node:worker_threads';
import { runGroup, type Command, type Result } from './commands.js';
import { whileGateIsOpen, type ExitGate } from './exit-gate.js';
import { openTables, type Tables } from './tables.js';

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
  let tables: Tables | undefined;
  port.on('message', (message: Group | 'close') => {
    if (message === 'close') {
      const closed = tables ? tables.root.close() : Promise.resolve();
      void closed.finally(() => port.close());
      return;
    }
    const { commands, values } = message;
    let reply: Reply;
    try {
      const results = whileGateIsOpen(settings.gate, () => {
        tables ??= openTables(settings.directory, settings.mapBytes);
        return runGroup(tables, commands, new Uint8Array(values), settings.maxBytes);
      });
      reply = { results, values };
    } catch (error) {
      reply = { error, values };
    }
    port.postMessage(reply, [values]);
  });
}
