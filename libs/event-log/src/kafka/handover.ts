/** Passes values from producers, each of which waits until its value is received, to one consumer. */
export class Handover<T> {
  private readonly offered: { readonly value: T; readonly taken: () => void }[] = [];
  private wake: (() => void) | undefined;
  private isClosed = false;
  private failure: { readonly error: unknown } | undefined;

  /** Resolves when the consumer has received the value, or is closed. */
  put(value: T): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    return new Promise((taken) => {
      this.offered.push({ value, taken });
      this.wake?.();
    });
  }

  /** Resolves with the next value, or undefined once closed. Rejects with the error passed to `fail`. */
  async take(): Promise<T | undefined> {
    for (;;) {
      if (this.failure) throw this.failure.error;
      if (this.isClosed) return undefined;
      const next = this.offered.shift();
      if (next) {
        next.taken();
        return next.value;
      }
      await new Promise<void>((resolve) => (this.wake = resolve));
      this.wake = undefined;
    }
  }

  fail(error: unknown): void {
    this.failure ??= { error };
    this.close();
  }

  close(): void {
    this.isClosed = true;
    for (const { taken } of this.offered.splice(0)) taken();
    this.wake?.();
  }
}
