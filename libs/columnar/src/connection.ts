import { Agent } from 'node:http';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import type { Dialect } from './migrations/migration.js';
import type { ColumnStoreOptions } from './port.js';
import { ON_CLUSTER } from './statement-settings.js';

export type { ColumnStoreOptions } from './port.js';

export const DEFAULT_DATABASE = 'svc';
/** Lanes limit concurrency; sockets must not, or background statements could delay interactive ones. */
const MAX_CONNECTIONS = 1024;
/**
 * Maximum silence on the socket. Statements have limits of their own; this one only ends statements that lost their
 * server.
 */
const SILENCE_MS = 3_600_000;
/** The embedded engine's server closes an idle connection after 75 s, a real one after 10 s by default. */
const IDLE_SOCKET_MS = 2_500;

export function selectDialect({ isCluster }: ColumnStoreOptions): Dialect {
  return isCluster ? 'cluster' : 'embedded';
}

export function openClient(options: ColumnStoreOptions, database: string): ClickHouseClient {
  const { socketPath } = options;
  return createClient({
    url: options.url,
    username: options.username ?? 'default',
    password: options.password ?? '',
    database,
    application: 'svc',
    request_timeout: SILENCE_MS,
    max_open_connections: MAX_CONNECTIONS,
    keep_alive: { enabled: true, idle_socket_ttl: IDLE_SOCKET_MS, eagerly_destroy_stale_sockets: true },
    clickhouse_settings: { ...(options.isCluster && ON_CLUSTER), ...options.settings },
    // The log of the client would print SQL and parameters.
    log: { level: ClickHouseLogLevel.OFF },
    use_multipart_params_auto: true,
    ...(socketPath === undefined
      ? {}
      : { http_agent: new Agent({ keepAlive: true, socketPath, maxSockets: MAX_CONNECTIONS } as UnixAgentOptions) }),
  });
}

/** The agent passes its options on to `net.connect`, which its type does not declare. */
type UnixAgentOptions = ConstructorParameters<typeof Agent>[0] & { readonly socketPath: string };
