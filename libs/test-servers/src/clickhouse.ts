import { startClickHouse } from './containers/clickhouse.js';
import { inContainer } from './containers/docker.js';
import type { ClickHouseForTests } from './servers.js';
import { firstAvailable, givenBy } from './source.js';

/**
 * A ClickHouse to test against: `SVC_TEST_CLICKHOUSE_URL` (a cluster if `SVC_TEST_CLICKHOUSE_CLUSTER=1`), otherwise two
 * shards with Keeper in containers. A string is the reason why no server is available.
 */
export function clickHouseForTests(): Promise<ClickHouseForTests | string> {
  const isCluster = process.env['SVC_TEST_CLICKHOUSE_CLUSTER'] === '1';
  return firstAvailable(
    givenBy('SVC_TEST_CLICKHOUSE_URL', (url) => ({ url, isCluster })),
    inContainer(startClickHouse),
  );
}
