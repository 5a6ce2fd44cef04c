export * from './port.js';
export {
  readBody,
  readBodyAsync,
  readEnvelope,
  recordHeaders,
  IDENTITY_GROUP,
  SINK_GROUP,
  SINK_TOPICS,
  TOPIC_BY_SIGNAL,
  type RequestEnvelope,
} from './export-request/envelope.js';
export { Repeats, REPEATS_LOOK_BACK_MS } from './export-request/repeats.js';
export type { DataKey, DataKeySource } from './sealed/data-keys.js';
export type { LmdbEventLogOptions } from './lmdb/lmdb-event-log.js';
export { toKafkaAccess } from './kafka/kafka-access.js';
export type { KafkaEventLogOptions } from './kafka/kafka-event-log.js';
export { openEventLog, type EventLogAddress } from './open.js';
export { EMBEDDED_EVENT_LOG_SETTINGS, EVENT_LOG_SETTINGS, LOG_KEY_SETTINGS } from './settings.js';
export { choosePartition } from './partition.js';
