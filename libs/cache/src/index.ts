export * from './port.js';
export { MemoryStore, type MemoryStoreOptions } from './memory/memory-store.js';
export { consumeRateLimit } from './rate-limiter.js';
