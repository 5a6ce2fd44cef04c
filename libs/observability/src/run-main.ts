import type { Logger } from './logger.js';

/** Milliseconds between SIGTERM and giving up on an orderly stop; orchestrators kill at 30 s, people expect 10. */
const STOP_BUDGET_MS = 9000;

/**
 * Runs a service's `main`: starts it, stops it on SIGTERM or SIGINT, exits non-zero when it cannot start, cannot stop in time,
 * or meets an error nobody handled (its state is then unknown; the supervisor starts it again and the event log replays).
 *
 * @param tell is called with what kept it from starting, for who sits in front of it.
 */
export function runMain(
  logger: Logger,
  start: () => Promise<{ stop(): Promise<void> }>,
  tell?: (cause: unknown) => void,
): void {
  const running = start();
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_BUDGET_MS).unref();
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
    logger.fatal({ err: cause }, 'start failed');
    tell?.(cause);
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 100);
  });
}
