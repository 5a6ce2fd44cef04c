import { parentPort, workerData } from 'node:worker_threads';
import { runGroup, type Command, type Result } from './commands.js';
import { whileGateIsOpen, type ExitGate } from './exit-gate.js';
import { openTables, type Tables } from './tables.js';

/**
 * The only writer of this process, in a thread of its own: it waits for the lock that other processes hold and for the disk,
 * and neither may hold up the event loop that serves requests.
 */
export interface Group {
  readonly commands: readonly Command[];
  /** Values of all appends back to back; sent back with the reply so that it can be used again. */
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
