import { COLUMN_STORE_SETTINGS } from '@svc/columnar';
import { RPC_SETTINGS, setting, type ConfigOf } from '@svc/config';
import { EVENT_LOG_SETTINGS } from '@svc/event-log';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';

const MIB = 1024 * 1024;

/** Limits of the ingest interface, the same however it is deployed. */
export const INGEST_LIMITS = {
  SVC_INGEST_HOST: setting.text({ default: '127.0.0.1', description: 'Address the ingest interface listens on' }),
  SVC_INGEST_PORT: setting.port({ default: 4318, description: 'OTLP/HTTP' }),
  SVC_OTLP_GRPC_PORT: setting.port({ default: 4317, description: 'OTLP/gRPC' }),
  SVC_INGEST_MAX_BODY_BYTES: setting.integer({
    default: 64 * MIB,
    min: 1024,
    max: 512 * MIB,
    description: 'Largest body, as sent and again as expanded',
  }),
  SVC_INGEST_MAX_IN_FLIGHT_BYTES: setting.integer({
    default: 256 * MIB,
    min: MIB,
    description: 'Bodies in flight together; beyond it clients get 429 or RESOURCE_EXHAUSTED',
  }),
  SVC_INGEST_QUOTA_BYTES: setting.integer({
    default: 0,
    min: 0,
    description: 'Bytes of expanded bodies each project may send in a window, all signals together; 0 for no limit',
  }),
  SVC_INGEST_QUOTA_WINDOW_SECONDS: setting.integer({
    default: 86_400,
    min: 1,
    description: 'Length of the window; the answer beyond it is 429 or RESOURCE_EXHAUSTED until it ends',
  }),
  SVC_METRIC_SERIES_LIMIT: setting.integer({
    default: 10_000,
    min: 1,
    max: 1_000_000,
    description: 'New series stored per project, metric and day; points of others are counted and not stored',
  }),
} as const;

/** The limits as options of the module. */
export function toIngestLimits(config: ConfigOf<typeof INGEST_LIMITS>) {
  return {
    host: config.SVC_INGEST_HOST,
    httpPort: config.SVC_INGEST_PORT,
    grpcPort: config.SVC_OTLP_GRPC_PORT,
    maxBodyBytes: config.SVC_INGEST_MAX_BODY_BYTES,
    maxInFlightBytes: config.SVC_INGEST_MAX_IN_FLIGHT_BYTES,
    quota: { bytes: config.SVC_INGEST_QUOTA_BYTES, windowSeconds: config.SVC_INGEST_QUOTA_WINDOW_SECONDS },
    metricSeriesLimit: config.SVC_METRIC_SERIES_LIMIT,
  };
}

/** The ingest service as a process of its own. */
export const INGEST_SETTINGS = {
  ...OBSERVABILITY_SETTINGS,
  ...INGEST_LIMITS,
  ...COLUMN_STORE_SETTINGS,
  ...EVENT_LOG_SETTINGS,
  ...RPC_SETTINGS,
  SVC_KAFKA_PARTITIONS: setting.integer({
    default: 12,
    min: 1,
    description: 'Partitions of a topic made by the service',
  }),
  SVC_KAFKA_SESSION_TIMEOUT_MS: setting.integer({
    default: 10_000,
    min: 6_000,
    description: 'How long the group waits for a consumer that died before others take its partitions',
  }),
  SVC_KAFKA_REPLICATION: setting.integer({
    default: 1,
    min: 1,
    description: 'Replicas of a topic made by the service',
  }),
  SVC_REDIS_URL: setting.url({
    protocols: ['redis:', 'rediss:'],
    default: 'redis://127.0.0.1:6379',
    description: 'Redis for the cache and for announcements',
  }),
  SVC_GATEWAY_ADDRESS: setting.text({ default: '127.0.0.1:7001', description: 'gRPC address of the gateway' }),
} as const;
