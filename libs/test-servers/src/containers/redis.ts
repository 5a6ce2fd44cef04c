import type { RedisForTests } from '../servers.js';
import type { Containers } from './docker.js';
import { IMAGES } from './images.js';

const PORT = 6379;

/** A Redis that keeps nothing on disk. */
export function defineRedis({ GenericContainer, Wait }: Containers) {
  return new GenericContainer(IMAGES.redis)
    .withCommand(['redis-server', '--save', '', '--appendonly', 'no'])
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'));
}

export async function startRedis(containers: Containers): Promise<RedisForTests> {
  const container = await defineRedis(containers).start();
  return {
    url: `redis://${container.getHost()}:${container.getMappedPort(PORT)}`,
    stop: async () => void (await container.stop()),
  };
}
