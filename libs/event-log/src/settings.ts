import { setting } from '@svc/config';

/** Bounds of the event log on one machine. */
export const EMBEDDED_EVENT_LOG_SETTINGS = {
  SVC_EVENT_LOG_MAX_BYTES: setting.integer({
    default: 64 * 1024 ** 3,
    min: 64 * 1024 ** 2,
    description:
      'Largest size of the event log: what a dead column store may hold up. Beyond it clients get 503 until room is made',
  }),
} as const;

/** Where a service process finds the event log. */
export const EVENT_LOG_SETTINGS = {
  SVC_KAFKA_BROKERS: setting.list({ default: ['127.0.0.1:9092'], description: 'Kafka brokers of the event log' }),
} as const;
