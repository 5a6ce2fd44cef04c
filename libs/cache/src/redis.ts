/** A separate entry point, because a single machine never needs a Redis client. */
export { RedisStore } from './redis/redis-store.js';
export type { RedisStoreOptions } from './redis/options.js';
