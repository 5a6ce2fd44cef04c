export { startIngest, type IngestOptions, type RunningIngest } from './start.js';
export { INGEST_LIMITS } from './settings.js';
export type { StoreAddresses } from './stores.js';
