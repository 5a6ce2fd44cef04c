import { optional, setting } from '@svc/config';
import { KAFKA_ACCESS_SETTINGS } from './kafka/kafka-access.js';

/** The key ring, the same in every process that reads or writes the event log or creates keys for it. */
export const EVENT_LOG_KEYS = {
  SVC_EVENT_LOG_KEYS: optional(
    setting.secret({
      minLength: 45,
      description:
        'Keys that encrypt the event log at rest, as id=key, comma-separated; a key is 32 random bytes in base64. The first key encrypts, all keys decrypt: remove an old key when its records are older than the retention of the log. On one machine a random key in the state directory by default, otherwise not encrypted by default',
    }),
  ),
} as const;

/** For the processes that create and destroy the keys of projects. */
export const LOG_KEY_SETTINGS = {
  ...EVENT_LOG_KEYS,
  SVC_EVENT_LOG_KEY_MAX_AGE_SECONDS: setting.integer({
    default: 720,
    min: 10,
    max: 86_400,
    description:
      'How long ingestion encrypts with the key of a project that it looked up, and so how long it continues without the gateway, at most 10 minutes. After a deletion or an erasure the key is destroyed no sooner than 1.25 times this',
  }),
} as const;

/** Settings of the event log on one machine. */
export const EMBEDDED_EVENT_LOG_SETTINGS = {
  SVC_EVENT_LOG_MAX_BYTES: setting.integer({
    default: 64 * 1024 ** 3,
    min: 64 * 1024 ** 2,
    description:
      'Maximum size of the event log, which grows while the column store is unavailable; when it is full, clients get 503',
  }),
  SVC_EVENT_LOG_KEEP_BYTES: setting.integer({
    default: 256 * 1024 ** 2,
    min: 0,
    description:
      'Size of the event log up to which requests that are stored already are kept for 24 hours; those of the last 15 minutes are kept beyond it',
  }),
  ...LOG_KEY_SETTINGS,
} as const;

/** Settings for the address of the event log. */
export const EVENT_LOG_SETTINGS = {
  ...KAFKA_ACCESS_SETTINGS,
  SVC_KAFKA_SESSION_TIMEOUT_MS: setting.integer({
    default: 10_000,
    min: 6_000,
    description: 'Session timeout of Kafka consumers, after which the partitions of a failed consumer are reassigned',
  }),
  ...EVENT_LOG_KEYS,
} as const;
