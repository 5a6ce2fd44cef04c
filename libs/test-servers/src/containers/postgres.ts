import type { PostgresForTests } from '../servers.js';
import type { Containers } from './docker.js';
import { IMAGES } from './images.js';

const PORT = 5432;
const PASSWORD = 'secret-of-the-tests';

/** A Postgres that does not wait for the disk: its data ends with the container. */
export function definePostgres({ GenericContainer, Wait }: Containers) {
  return (
    new GenericContainer(IMAGES.postgres)
      .withEnvironment({ POSTGRES_PASSWORD: PASSWORD })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'full_page_writes=off'])
      .withExposedPorts(PORT)
      // The first occurrence comes from the server that only sets up the database.
      .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2))
  );
}

export async function startPostgres(containers: Containers): Promise<PostgresForTests> {
  const container = await definePostgres(containers).start();
  return {
    url: `postgresql://postgres:${PASSWORD}@${container.getHost()}:${container.getMappedPort(PORT)}/postgres`,
    stop: async () => void (await container.stop()),
  };
}
