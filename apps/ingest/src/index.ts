export { startIngest, type IngestOptions, type RunningIngest } from './start.js';
export { INGEST_LIMITS } from './settings.js';
export { SINK_GROUP } from './sink/sink.js';
export type { StoreAddresses } from './stores.js';
