import { setTimeout as pause } from 'node:timers/promises';
import type { ConfigOf } from '@svc/config';
import { exposeHealth } from './health-metrics.js';
import { HealthRegistry } from './health.js';
import { measureHeldEventLoop } from './held-event-loop.js';
import { createLogger, type Logger } from './logger.js';
import { giveMemoryBackAtRest } from './memory-at-rest.js';
import { createMetrics, startMetricsServer, type Metrics } from './metrics.js';
import { runMain } from './run-main.js';
import type { OBSERVABILITY_SETTINGS } from './settings.js';
import { startTracing } from './tracing.js';

/** Version of this release of the service and of its programs. */
export const VERSION = '0.1.0';

export interface ServiceTools {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /**
   * The checks that `/health/ready` on the metrics port reports. The service adds its stores; it drains as soon as the
   * process has to stop.
   */
  readonly health: HealthRegistry;
}

/**
 * Runs the process of a service: its log, its metrics port, its traces, then the service itself; all of them stop on SIGTERM.
 *
 * @param explain see `MainOptions`.
 */
export function runService(
  service: string,
  config: ConfigOf<typeof OBSERVABILITY_SETTINGS>,
  start: (tools: ServiceTools) => Promise<{ stop(): Promise<void> }>,
  explain?: (cause: unknown) => boolean,
): void {
  // Overrides the umask of the shell: files contain customer data, and no other user of the machine may read them.
  process.umask(0o077);
  const logger = createLogger({ service, level: config.SVC_LOG_LEVEL });
  const drainMs = config.SVC_DRAIN_SECONDS * 1000;
  const run = async () => {
    const metrics = createMetrics({ isRead: config.SVC_METRICS_PORT !== undefined });
    metrics
      .gauge('svc_build_info', 'Always 1; the labels name the service and its version', ['service', 'version'])
      .set({ service, version: VERSION }, 1);
    const endMeasurement = config.SVC_METRICS_PORT === undefined ? undefined : measureHeldEventLoop(metrics);
    const endGiving = giveMemoryBackAtRest();
    const tracing = await startTracing({ service, version: VERSION, endpoint: config.SVC_TRACES_ENDPOINT });
    const health = new HealthRegistry({
      onFailure: (check, cause) => logger.warn({ check, err: cause }, 'health check failed'),
    });
    exposeHealth(metrics, health);
    let isStarted = false;
    const metricsServer =
      config.SVC_METRICS_PORT === undefined
        ? undefined
        : await startMetricsServer(metrics, {
            host: config.SVC_METRICS_HOST,
            port: config.SVC_METRICS_PORT,
            token: config.SVC_METRICS_TOKEN,
            probes: { isStarted: () => isStarted, health },
          });
    const running = await start({ logger, metrics, health });
    isStarted = true;
    logger.info('started');
    return {
      async stop() {
        health.drain();
        await pause(drainMs);
        await running.stop();
        endMeasurement?.();
        endGiving();
        await metricsServer?.stop();
        await tracing.stop();
      },
    };
  };
  runMain(logger, run, { drainMs, ...(explain && { explain }) });
}
