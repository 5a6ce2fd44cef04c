import { randomBytes } from 'node:crypto';

export interface ServerAddresses {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly kafkaBrokers: readonly string[];
  readonly clickhouse: { readonly url: string; readonly socket: string };
}

export interface CertificateFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly authorityFile: string;
}

/** The least that the setting allows, because erasures wait for it. */
export const REPLACED_PARTS_SECONDS = 60;

/**
 * The settings that six processes share; each process takes the ones that it declares. deploy/compose/compose.yaml sets
 * the same ones, which its spec compares.
 */
export function sharedSettings(servers: ServerAddresses, certificates: CertificateFiles): Record<string, string> {
  return {
    SVC_RPC_TOKEN: 'secret-of-the-services-under-test',
    SVC_RPC_TLS_CERT_FILE: certificates.certificateFile,
    SVC_RPC_TLS_KEY_FILE: certificates.keyFile,
    SVC_RPC_TLS_CA_FILE: certificates.authorityFile,
    SVC_CURSOR_SECRET: 'cursor-secret-of-the-services-under-test',
    SVC_ENCRYPTION_KEYS: `test=${randomBytes(32).toString('base64')}`,
    SVC_EVENT_LOG_KEYS: `test=${randomBytes(32).toString('base64')}`,
    SVC_DATABASE_URL: servers.databaseUrl,
    SVC_REDIS_URL: servers.redisUrl,
    SVC_KAFKA_BROKERS: servers.kafkaBrokers.join(','),
    SVC_KAFKA_PARTITIONS: '2',
    SVC_KAFKA_REPLICATION: String(servers.kafkaBrokers.length),
    SVC_CLICKHOUSE_URL: servers.clickhouse.url,
    SVC_CLICKHOUSE_SOCKET: servers.clickhouse.socket,
    // The receivers of specs listen on loopback.
    SVC_EGRESS_ALLOW: '127.0.0.0/8',
    SVC_MIGRATIONS: 'require',
  };
}
