/**
 * Checks the clock this many times within the longest silence; a timer for each event would cost more than the event.
 */
const LOOKS = 10;

/** Notices when nothing was sent for too long. */
export class Silence {
  private until: number;
  private readonly looking: NodeJS.Timeout;
  private notice: () => void = () => undefined;

  constructor(private readonly longestMs: number) {
    this.until = performance.now() + longestMs;
    this.looking = setInterval(() => {
      if (performance.now() >= this.until) this.notice();
    }, longestMs / LOOKS);
  }

  /** Resolves like the promise, or with undefined when the silence has become too long. */
  orElse<T>(promise: Promise<T>): Promise<T | undefined> {
    // Also applies while records arrive that cause no event.
    if (performance.now() >= this.until) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.notice = () => resolve(undefined);
      promise.then(resolve, reject);
    });
  }

  /** Resets the silence after an event. */
  breakOff(): void {
    this.until = performance.now() + this.longestMs;
  }

  end(): void {
    clearInterval(this.looking);
  }
}
