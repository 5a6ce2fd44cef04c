import type { Tables } from './tables.js';

/** Wakes loops when something may have changed. */
export class Notifier {
  private readonly waiting = new Set<() => void>();

  notify(): void {
    const woken = [...this.waiting];
    this.waiting.clear();
    for (const wake of woken) wake();
  }

  /** Resolves at the next notification, after `ms`, or when the signal aborts, whichever comes first. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}

/**
 * Notifies when another process has committed. It checks the number of the last transaction instead of every
 * partition, so that waiting consumers are cheap.
 */
export function watchTransactions(tables: Tables, changed: Notifier, everyMs: number): NodeJS.Timeout {
  let last = -1;
  return setInterval(() => {
    const { lastTxnId } = tables.root.getStats() as { lastTxnId: number };
    if (lastTxnId === last) return;
    last = lastTxnId;
    changed.notify();
  }, everyMs).unref();
}

/** Resolves after `ms` or when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Notifier().wait(ms, signal);
}
