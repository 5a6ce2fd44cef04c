import type { ConfigOf } from '@svc/config';
import { measureHeldEventLoop } from './held-event-loop.js';
import { giveMemoryBackAtRest } from './memory-at-rest.js';
import { createLogger, type Logger } from './logger.js';
import { createMetrics, startMetricsServer, type Metrics } from './metrics.js';
import { runMain } from './run-main.js';
import type { OBSERVABILITY_SETTINGS } from './settings.js';
import { startTracing } from './tracing.js';

const VERSION = '0.1.0';

export interface ServiceTools {
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * Runs the process of a service: its log, its metrics port, its traces, then the service itself; all of them stop on SIGTERM.
 *
 * @param tell see `runMain`.
 */
export function runService(
  service: string,
  config: ConfigOf<typeof OBSERVABILITY_SETTINGS>,
  start: (tools: ServiceTools) => Promise<{ stop(): Promise<void> }>,
  tell?: (cause: unknown) => boolean,
): void {
  // Whatever the umask of the shell: files hold what customers send, and no other user of the machine may read them.
  process.umask(0o077);
  const logger = createLogger({ service, level: config.SVC_LOG_LEVEL });
  const run = async () => {
    const metrics = createMetrics({ isRead: config.SVC_METRICS_PORT !== undefined });
    const endMeasurement = config.SVC_METRICS_PORT === undefined ? undefined : measureHeldEventLoop(metrics);
    const endGiving = giveMemoryBackAtRest();
    const tracing = await startTracing({ service, version: VERSION, endpoint: config.SVC_TRACES_ENDPOINT });
    const metricsServer =
      config.SVC_METRICS_PORT === undefined
        ? undefined
        : await startMetricsServer(metrics, {
            host: config.SVC_METRICS_HOST,
            port: config.SVC_METRICS_PORT,
            token: config.SVC_METRICS_TOKEN,
          });
    const running = await start({ logger, metrics });
    logger.info('started');
    return {
      async stop() {
        await running.stop();
        endMeasurement?.();
        endGiving();
        await metricsServer?.stop();
        await tracing.stop();
      },
    };
  };
  runMain(logger, run, tell);
}
