import { optional, setting } from '@svc/config';
import { LOG_LEVELS } from './logger.js';

/** Settings of every service. */
export const OBSERVABILITY_SETTINGS = {
  SVC_LOG_LEVEL: setting.choice(LOG_LEVELS, { default: 'info', description: 'Minimum log level' }),
  SVC_METRICS_HOST: setting.text({
    default: '127.0.0.1',
    description: 'Listen address of the Prometheus metrics endpoint',
  }),
  SVC_METRICS_PORT: optional(
    setting.port({ description: 'Port of the Prometheus endpoint `GET /metrics`; disabled by default' }),
  ),
  SVC_METRICS_TOKEN: optional(
    setting.secret({
      minLength: 16,
      description:
        'Bearer token that scrapers of the metrics endpoint must send; required if it listens beyond this machine',
    }),
  ),
  SVC_TRACES_ENDPOINT: optional(
    setting.url({
      protocols: ['http:', 'https:'],
      description: "OTLP/HTTP endpoint for the service's own traces; disabled by default",
    }),
  ),
} as const;
