/**
 * Keeps a process from exiting while its writer thread is inside a transaction. The engine holds a mutex while a transaction's
 * JavaScript runs; a thread that is stopped there takes the same mutex again in its clean-up and the process hangs forever.
 */
const BUSY = 0;
const EXITING = 1;
const IDLE_WITHIN_MS = 30_000;

export type ExitGate = Int32Array<SharedArrayBuffer>;

export function newExitGate(): ExitGate {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** In the thread: runs the transaction, or refuses because the process is about to end. */
export function whileGateIsOpen<T>(gate: ExitGate, transaction: () => T): T {
  Atomics.store(gate, BUSY, 1);
  try {
    if (Atomics.load(gate, EXITING) === 1) throw new Error('the process is ending');
    return transaction();
  } finally {
    Atomics.store(gate, BUSY, 0);
    Atomics.notify(gate, BUSY);
  }
}

/** In the process, from its exit handler: lets no further transaction begin and waits for the running one. */
export function shutGate(gate: ExitGate): void {
  Atomics.store(gate, EXITING, 1);
  Atomics.wait(gate, BUSY, 1, IDLE_WITHIN_MS);
}
