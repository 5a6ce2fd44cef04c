import { optional, setting, type ConfigOf } from '@svc/config';
import type { ColumnStoreOptions } from './connection.js';

/** Settings for the address of the column store. */
export const COLUMN_STORE_SETTINGS = {
  SVC_CLICKHOUSE_URL: setting.url({
    protocols: ['http:', 'https:'],
    default: 'http://default@127.0.0.1:8123',
    description: 'URL of the ClickHouse HTTP interface, including user and password',
  }),
  SVC_CLICKHOUSE_DATABASE: setting.text({
    default: 'svc',
    pattern: /^[a-z_][a-z0-9_]*$/,
    description: 'Name of the ClickHouse database',
  }),
  SVC_CLICKHOUSE_CLUSTER: setting.flag({
    default: false,
    description: 'Whether ClickHouse is a cluster, with replicated and distributed tables',
  }),
  SVC_CLICKHOUSE_MAX_STATEMENTS: setting.integer({
    default: 32,
    min: 2,
    max: 512,
    description:
      'Maximum reads that one process runs on ClickHouse at the same time; one project gets at most half of them, and others wait by turns. The embedded engine has its own limits',
  }),
  SVC_CLICKHOUSE_SOCKET: optional(
    setting.text({
      description: 'Unix socket that replaces the host of the URL, for the embedded engine',
    }),
  ),
} as const;

/** Settings of the embedded engine. */
export const EMBEDDED_COLUMN_STORE_SETTINGS = {
  SVC_REPLACED_PARTS_SECONDS: setting.integer({
    default: 480,
    // The engine notices a failed write within ten seconds and the system writes files within about thirty; the rest is for the repair.
    min: 60,
    max: 86_400,
    description:
      'How long the column store keeps files that a merge or a purge has replaced. What is deleted leaves the disk that much later; a merge that a power failure or a full disk damaged is repaired from them',
  }),
} as const;

export function columnStoreOptions(config: ConfigOf<typeof COLUMN_STORE_SETTINGS>): ColumnStoreOptions {
  const { origin, username, password } = new URL(config.SVC_CLICKHOUSE_URL);
  return {
    url: origin,
    database: config.SVC_CLICKHOUSE_DATABASE,
    isCluster: config.SVC_CLICKHOUSE_CLUSTER,
    maxStatements: config.SVC_CLICKHOUSE_MAX_STATEMENTS,
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(config.SVC_CLICKHOUSE_SOCKET === undefined ? {} : { socketPath: config.SVC_CLICKHOUSE_SOCKET }),
  };
}
