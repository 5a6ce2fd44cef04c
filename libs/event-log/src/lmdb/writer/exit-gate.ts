/**
 * Keeps a process from exiting while its writer thread is inside a transaction. The engine holds a mutex while the JavaScript of a
 * transaction runs; a thread that is stopped there locks the same mutex again in its cleanup, and the process hangs forever.
 */
const BUSY = 0;
const EXITING = 1;
const IDLE_WITHIN_MS = 30_000;

export type ExitGate = Int32Array<SharedArrayBuffer>;

export function newExitGate(): ExitGate {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** Called in the thread: runs the transaction, or throws because the process is about to exit. */
export function whileGateIsOpen<T>(gate: ExitGate, transaction: () => T): T {
  Atomics.store(gate, BUSY, 1);
  try {
    if (Atomics.load(gate, EXITING) === 1) throw new Error('the process is exiting');
    return transaction();
  } finally {
    Atomics.store(gate, BUSY, 0);
    Atomics.notify(gate, BUSY);
  }
}

/** Called from the exit handler of the process: prevents further transactions and waits for the running one. */
export function shutGate(gate: ExitGate): void {
  Atomics.store(gate, EXITING, 1);
  Atomics.wait(gate, BUSY, 1, IDLE_WITHIN_MS);
}
