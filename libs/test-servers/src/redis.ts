import { inContainer } from './containers/docker.js';
import { startRedis } from './containers/redis.js';
import { RedisServer } from './local/redis-server.js';
import type { RedisForTests } from './servers.js';
import { firstAvailable, givenBy } from './source.js';

/**
 * A Redis to test against: `SVC_TEST_REDIS_URL`, otherwise a container, otherwise `redis-server` on the path. A string
 * is the reason why no server is available.
 */
export function redisForTests(): Promise<RedisForTests | string> {
  return firstAvailable<RedisForTests>(
    givenBy('SVC_TEST_REDIS_URL', (url) => ({ url })),
    inContainer(startRedis),
    () => RedisServer.start().catch((error: Error) => error.message),
  );
}
