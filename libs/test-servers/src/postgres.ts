import { inContainer } from './containers/docker.js';
import { startPostgres } from './containers/postgres.js';
import type { PostgresForTests } from './servers.js';
import { firstAvailable, givenBy } from './source.js';

/**
 * A Postgres server to test against: `SVC_TEST_POSTGRES_URL`, otherwise a container. The embedded one needs no source.
 * A string is the reason why no server is available.
 */
export function postgresForTests(): Promise<PostgresForTests | string> {
  return firstAvailable(
    givenBy('SVC_TEST_POSTGRES_URL', (url) => ({ url })),
    inContainer(startPostgres),
  );
}
