export * from './port.js';
export { LmdbEventLog, type LmdbEventLogOptions } from './lmdb/lmdb-event-log.js';
