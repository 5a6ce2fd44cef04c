/** Apart from the rest: one machine never needs a Redis client. */
export { RedisStore } from './redis/redis-store.js';
export type { RedisStoreOptions } from './redis/connection.js';
