/** Looks at the clock this many times within the longest silence; a timer for each event would cost more than the event. */
const LOOKS = 10;

/** Notices that nothing was said for too long. */
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

  /** What the promise resolves with; undefined when the silence has become too long. */
  orElse<T>(promise: Promise<T>): Promise<T | undefined> {
    // Also while one thing after the other comes of which nothing is said.
    if (performance.now() >= this.until) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.notice = () => resolve(undefined);
      promise.then(resolve, reject);
    });
  }

  /** Something was said. */
  breakOff(): void {
    this.until = performance.now() + this.longestMs;
  }

  end(): void {
    clearInterval(this.looking);
  }
}
