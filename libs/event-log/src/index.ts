export * from './port.js';
export { LmdbEventLog, type LmdbEventLogOptions } from './lmdb/lmdb-event-log.js';
export { KafkaEventLog, type KafkaEventLogOptions } from './kafka/kafka-event-log.js';
