export * from './port.js';
export { MemoryStore, type MemoryStoreOptions } from './memory/memory-store.js';
export { RedisStore } from './redis/redis-store.js';
export type { RedisStoreOptions } from './redis/connection.js';
