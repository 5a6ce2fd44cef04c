import type { Logger } from './logger.js';

/** A service cannot start for a reason that its operator has to remove. The message is one sentence for them; it is logged alone. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** Time limit of a graceful stop after SIGTERM in milliseconds; orchestrators kill after 30 s, users expect 10 s. */
const STOP_BUDGET_MS = 9000;

export interface MainOptions {
  /** Milliseconds by which a stop may take longer, because the service first continues to serve. */
  readonly drainMs?: number;
  /**
   * Called with the reason if the service cannot start, to show it to the user. Returns whether that explains the failure; otherwise the
   * reason is logged with its stack.
   */
  readonly explain?: (cause: unknown) => boolean;
}

/**
 * Runs the `main` of a service: starts it, stops it on SIGTERM or SIGINT, and exits non-zero if it cannot start, cannot stop in time,
 * or has an unhandled error (its state is then unknown; the supervisor restarts it and the event log is replayed).
 */
export function runMain(
  logger: Logger,
  start: () => Promise<{ stop(): Promise<void> }>,
  { drainMs = 0, explain }: MainOptions = {},
): void {
  const running = start();
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), drainMs + STOP_BUDGET_MS).unref();
    running
      .then((service) => service.stop())
      .then(
        () => process.exit(0),
        (cause: unknown) => {
          logger.error({ err: cause }, 'stop failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (cause: unknown) => {
      logger.fatal({ err: cause }, event);
      process.exit(1);
    });
  }
  running.catch((cause: unknown) => {
    if (cause instanceof CannotStart) logger.fatal(cause.message);
    else if (explain?.(cause) !== true) logger.fatal({ err: cause }, 'start failed');
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 100);
  });
}
