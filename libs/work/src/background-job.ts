/** Background work that runs until it is stopped. */
export interface BackgroundJob {
  /** Resolves when it has stopped completely. */
  stop(): Promise<void>;
}

const DELAY_MS = 1_000;

/** Starts a background job after a delay, so that loading its code does not slow the first requests. */
export function startDelayed(start: () => BackgroundJob, delayMs = DELAY_MS): BackgroundJob {
  let job: BackgroundJob | undefined;
  const timer = setTimeout(() => (job = start()), delayMs);
  return {
    async stop() {
      clearTimeout(timer);
      await job?.stop();
    },
  };
}
