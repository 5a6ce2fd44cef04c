import { optional, setting, type ConfigOf } from '@svc/config';
import type { ColumnStoreOptions } from './connection.js';

/** Where a service process finds the column store. */
export const COLUMN_STORE_SETTINGS = {
  SVC_CLICKHOUSE_URL: setting.url({
    protocols: ['http:', 'https:'],
    default: 'http://default@127.0.0.1:8123',
    description: 'ClickHouse over HTTP; user and password stand in the URL',
  }),
  SVC_CLICKHOUSE_DATABASE: setting.text({
    default: 'svc',
    pattern: /^[a-z_][a-z0-9_]*$/,
    description: 'Database of the tables',
  }),
  SVC_CLICKHOUSE_CLUSTER: setting.flag({
    default: false,
    description: 'Whether the column store is a cluster: replicated and distributed tables instead of plain ones',
  }),
  SVC_CLICKHOUSE_SOCKET: optional(
    setting.text({
      description: 'Unix socket to reach the store by instead of the URL’s host, as the embedded engine offers',
    }),
  ),
} as const;

export function columnStoreOptions(config: ConfigOf<typeof COLUMN_STORE_SETTINGS>): ColumnStoreOptions {
  const { origin, username, password } = new URL(config.SVC_CLICKHOUSE_URL);
  return {
    url: origin,
    database: config.SVC_CLICKHOUSE_DATABASE,
    isCluster: config.SVC_CLICKHOUSE_CLUSTER,
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(config.SVC_CLICKHOUSE_SOCKET === undefined ? {} : { socketPath: config.SVC_CLICKHOUSE_SOCKET }),
  };
}
