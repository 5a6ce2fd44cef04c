import { Agent } from 'node:http';
import { ClickHouseLogLevel, createClient, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import type { Dialect } from './migrations/migration.js';
import { ON_CLUSTER } from './statement-settings.js';

/** Address of a column store: a ClickHouse server or cluster, or the embedded engine (see `startEmbeddedColumnStore`). */
export interface ColumnStoreOptions {
  /** `http://host:8123`; ignored for the embedded engine, which is reached through `socketPath`. */
  readonly url: string;
  /** The unix socket of the embedded engine. */
  readonly socketPath?: string;
  /** A folder in memory from which the embedded engine reads blocks; if undefined, blocks are sent over the socket. */
  readonly blockDirectory?: string;
  readonly username?: string;
  readonly password?: string;
  /** Must exist before the first statement; `migrate` creates it. */
  readonly database?: string;
  /** Whether the store is a cluster with distributed tables (see `renderMigration`). */
  readonly isCluster?: boolean;
  /**
   * The time for which statements are retried while the server is unreachable, for example while the embedded engine
   * restarts.
   */
  readonly reconnectMs?: number;
  /** Most statements with a waiting caller that this process runs at the same time on a ClickHouse server; 32 by default. */
  readonly maxStatements?: number;
  /** Defaults for settings of statements. */
  readonly settings?: ClickHouseSettings;
}

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
