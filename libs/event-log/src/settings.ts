import { optional, setting } from '@svc/config';

const KEYS = {
  SVC_EVENT_LOG_KEYS: optional(
    setting.secret({
      minLength: 45,
      description:
        'Keys that encrypt the event log at rest, as id=key, comma-separated; a key is 32 random bytes in base64. The first key encrypts, all keys decrypt: remove an old key when its records are older than the retention of the log. Not encrypted by default',
    }),
  ),
};

/** Settings of the event log on one machine. */
export const EMBEDDED_EVENT_LOG_SETTINGS = {
  SVC_EVENT_LOG_MAX_BYTES: setting.integer({
    default: 64 * 1024 ** 3,
    min: 64 * 1024 ** 2,
    description:
      'Maximum size of the event log, which grows while the column store is unavailable; when it is full, clients get 503',
  }),
  ...KEYS,
} as const;

/** Settings for the address of the event log. */
export const EVENT_LOG_SETTINGS = {
  SVC_KAFKA_BROKERS: setting.list({ default: ['127.0.0.1:9092'], description: 'Addresses of the Kafka brokers' }),
  ...KEYS,
} as const;
