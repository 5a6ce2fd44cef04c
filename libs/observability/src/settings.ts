import { optional, setting } from '@svc/config';
import { LOG_LEVELS } from './logger.js';

/** Settings every service has. */
export const OBSERVABILITY_SETTINGS = {
  SVC_LOG_LEVEL: setting.choice(LOG_LEVELS, { default: 'info', description: 'Least severe log line that is written' }),
  SVC_METRICS_HOST: setting.text({ default: '127.0.0.1', description: 'Address of the Prometheus metrics port' }),
  SVC_METRICS_PORT: optional(
    setting.port({ description: 'Port of `GET /metrics`; metrics are not served without it' }),
  ),
  SVC_TRACES_ENDPOINT: optional(
    setting.url({
      protocols: ['http:', 'https:'],
      description: 'OTLP/HTTP endpoint for traces of the service itself; off without it',
    }),
  ),
} as const;
