const POLL_MS = 2_000;

/** The export was cancelled, or erased with its project. */
export class EndedError extends Error {
  override readonly name = 'EndedError';

  constructor() {
    super('the export no longer runs');
  }
}

export interface Watched {
  readonly isRunning: () => Promise<boolean>;
  /** The limit that the export has reached. */
  readonly limit: () => Error | undefined;
}

/** Aborts a running export soon after it was cancelled or has reached its limit, also while the engine works on a long statement. */
export function watchExport({ isRunning, limit }: Watched): { readonly signal: AbortSignal; stop(): void } {
  const ended = new AbortController();
  const poll = async (): Promise<void> => {
    const reached = limit();
    if (reached) ended.abort(reached);
    // If the store does not answer, the export continues until its next commit.
    else if (!(await isRunning().catch(() => true))) ended.abort(new EndedError());
  };
  const timer = setInterval(() => void poll(), POLL_MS).unref();
  return { signal: ended.signal, stop: () => clearInterval(timer) };
}
