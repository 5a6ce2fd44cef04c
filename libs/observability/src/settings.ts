import { optional, setting } from '@svc/config';
import { LOG_LEVELS, type LogLevel } from './logger.js';

/** The minimum log level of a process. */
export function logLevelSetting(byDefault: LogLevel) {
  return setting.choice(LOG_LEVELS, { default: byDefault, description: 'Minimum log level' });
}

/** Settings of every service. */
export const OBSERVABILITY_SETTINGS = {
  SVC_LOG_LEVEL: logLevelSetting('info'),
  SVC_METRICS_HOST: setting.text({
    default: '127.0.0.1',
    description: 'Listen address of metrics and probes',
  }),
  SVC_METRICS_PORT: optional(
    setting.port({
      description:
        'Port of the Prometheus endpoint `GET /metrics` and, without the token, of the probes `/health/live`, `/health/startup` and `/health/ready`; disabled by default',
    }),
  ),
  SVC_METRICS_TOKEN: optional(
    setting.secret({
      minLength: 16,
      description:
        'Bearer token that scrapers of the metrics endpoint must send; required if it listens beyond this machine. Probes need none',
    }),
  ),
  SVC_DRAIN_SECONDS: setting.integer({
    default: 0,
    min: 0,
    max: 300,
    description:
      'Seconds for which a stopping process continues to serve while `/health/ready` answers 503; set it longer than load balancers take to notice',
  }),
  SVC_TRACES_ENDPOINT: optional(
    setting.url({
      protocols: ['http:', 'https:'],
      description:
        "OTLP/HTTP endpoint for the service's own traces; by default the `OTEL_*` variables of OpenTelemetry decide, and without them tracing is disabled",
    }),
  ),
} as const;
