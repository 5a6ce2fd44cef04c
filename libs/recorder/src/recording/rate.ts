/** Events of the console or of requests in a period, in milliseconds; a page that fails in a loop tells nothing more. */
const MAX_EVENTS = 20;
const PERIOD_MS = 10_000;

/** Returns a function that says whether one more event may be recorded now. */
export function createRate(now: () => number = Date.now): () => boolean {
  let since = 0;
  let count = 0;
  return () => {
    const time = now();
    if (time - since > PERIOD_MS) {
      since = time;
      count = 0;
    }
    return ++count <= MAX_EVENTS;
  };
}
