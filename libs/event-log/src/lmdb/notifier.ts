/** Lets loops sleep until something may have changed. */
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

/** Resolves after `ms` or when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Notifier().wait(ms, signal);
}
