const POLL_MS = 2_000;

/** What a job works on was cancelled, or erased with its project. */
export class EndedError extends Error {
  override readonly name = 'EndedError';

  constructor() {
    super('the work was cancelled');
  }
}

export interface WatchedWork {
  readonly isRunning: () => Promise<boolean>;
  /** The limit that the work has reached. */
  readonly limit: () => Error | undefined;
  /** Milliseconds between two looks; 2,000 by default. */
  readonly everyMs?: number;
}

/** Aborts running work soon after it was cancelled or has reached its limit, also while the engine works on a long statement. */
export function watchRunning({ isRunning, limit, everyMs = POLL_MS }: WatchedWork): {
  readonly signal: AbortSignal;
  stop(): void;
} {
  const ended = new AbortController();
  const poll = async (): Promise<void> => {
    const reached = limit();
    if (reached) ended.abort(reached);
    // If the store does not answer, the work continues until its next commit.
    else if (!(await isRunning().catch(() => true))) ended.abort(new EndedError());
  };
  const timer = setInterval(() => void poll(), everyMs).unref();
  return { signal: ended.signal, stop: () => clearInterval(timer) };
}
