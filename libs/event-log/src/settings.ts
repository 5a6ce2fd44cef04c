import { setting } from '@svc/config';

/** Where a service process finds the event log. */
export const EVENT_LOG_SETTINGS = {
  SVC_KAFKA_BROKERS: setting.list({ default: ['127.0.0.1:9092'], description: 'Kafka brokers of the event log' }),
} as const;
