import type * as Testcontainers from 'testcontainers';
import type { Source } from '../source.js';

export type Containers = typeof Testcontainers;

let docker: Promise<Containers | string> | undefined;

/** Testcontainers, when a container engine answers; otherwise the reason why not. Loaded when first used, because it is large. */
export function findDocker(): Promise<Containers | string> {
  docker ??= import('testcontainers').then(async (containers) => {
    try {
      await containers.getContainerRuntimeClient();
      return containers;
    } catch (error) {
      return `no container engine (Docker): ${(error as Error).message}`;
    }
  });
  return docker;
}

/** Starts a server in a container. A failure, such as an image that cannot be pulled, is a reason to try the next source. */
export function inContainer<Server>(
  start: (containers: Containers) => Promise<Server>,
  find: () => Promise<Containers | string> = findDocker,
): Source<Server> {
  return async () => {
    const containers = await find();
    if (typeof containers === 'string') return containers;
    return start(containers).catch((error: Error) => `the container did not start: ${error.message}`);
  };
}
