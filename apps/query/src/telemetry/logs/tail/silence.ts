/**
 * Checks the clock this many times within the longest silence; a timer for each event would cost more than the event.
 */
const CHECKS_PER_SILENCE = 10;

/** Notices when nothing was sent for too long. */
export class Silence {
  private deadline: number;
  private readonly timer: NodeJS.Timeout;
  private onSilence: () => void = () => undefined;

  constructor(private readonly longestMs: number) {
    this.deadline = performance.now() + longestMs;
    this.timer = setInterval(() => {
      if (performance.now() >= this.deadline) this.onSilence();
    }, longestMs / CHECKS_PER_SILENCE);
  }

  /** Resolves like the promise, or with undefined when the silence has become too long. */
  unlessSilent<T>(promise: Promise<T>): Promise<T | undefined> {
    // Also applies while records arrive that cause no event.
    if (performance.now() >= this.deadline) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.onSilence = () => resolve(undefined);
      promise.then(resolve, reject);
    });
  }

  /** Resets the silence after an event. */
  reset(): void {
    this.deadline = performance.now() + this.longestMs;
  }

  end(): void {
    clearInterval(this.timer);
  }
}
