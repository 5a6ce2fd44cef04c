import { REDIS_SETTINGS } from '@svc/cache/settings';
import { COLUMN_STORE_SETTINGS } from '@svc/columnar';
import { rpcAddressSetting, RPC_SETTINGS, setting, type ConfigOf } from '@svc/config';
import { EVENT_LOG_SETTINGS } from '@svc/event-log';
import { CONNECTION_SETTINGS, toConnectionLimits } from '@svc/http';
import { TLS_SETTINGS, toCertificateFiles } from '@svc/http';
import { MIGRATION_SETTINGS } from '@svc/migrations';
import { OBJECT_STORE_SETTINGS } from '@svc/objects/settings';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';

const MIB = 1024 * 1024;

/** Settings of the ingestion interface that apply to every deployment. */
export const INGEST_LIMITS = {
  ...TLS_SETTINGS,
  ...CONNECTION_SETTINGS,
  SVC_INGEST_HOST: setting.text({ default: '127.0.0.1', description: 'Listen address of the ingestion interface' }),
  SVC_INGEST_PORT: setting.port({ default: 4318, description: 'Port of OTLP/HTTP and event capture' }),
  SVC_OTLP_GRPC_PORT: setting.port({ default: 4317, description: 'Port of OTLP/gRPC' }),
  SVC_INGEST_MAX_BODY_BYTES: setting.integer({
    default: 64 * MIB,
    min: 1024,
    max: 512 * MIB,
    description: 'Maximum size of a request body, before and after decompression',
  }),
  SVC_INGEST_MAX_IN_FLIGHT_BYTES: setting.integer({
    default: 256 * MIB,
    min: MIB,
    description:
      'Maximum total size of request bodies in flight; requests beyond it get 429 or RESOURCE_EXHAUSTED. One project gets at most half of it, an organization two thirds and a publishable key an eighth, and less while others send',
  }),
  SVC_INGEST_PUBLISHABLE_MAX_BODY_BYTES: setting.integer({
    default: 4 * MIB,
    min: 1024,
    max: 64 * MIB,
    description:
      'Maximum size of a request body sent with a publishable key, before and after decompression; chunks of recordings may have 16 MiB after it',
  }),
  SVC_INGEST_MAX_LAG_BYTES: setting.integer({
    default: 1024 * MIB,
    min: MIB,
    description:
      'Maximum total size, in the event log, of accepted requests that are not stored yet; requests that would exceed it get 429 or RESOURCE_EXHAUSTED. A project that sends all of them gets it from half of this size on',
  }),
  SVC_INGEST_QUOTA_BYTES: setting.integer({
    default: 1024 * 1024 * MIB,
    min: 0,
    description:
      'Maximum decompressed bytes that one project may send per window, over all signals; 0 for no limit. The default is 1 TiB, 12 MB per second all day',
  }),
  SVC_INGEST_QUOTA_WINDOW_SECONDS: setting.integer({
    default: 86_400,
    min: 1,
    description: 'Length of the quota window; requests beyond the quota get 429 or RESOURCE_EXHAUSTED until it ends',
  }),
  SVC_METRIC_SERIES_LIMIT: setting.integer({
    default: 10_000,
    min: 1,
    max: 1_000_000,
    description: 'Maximum new series per project, metric and day; points of further series are counted but not stored',
  }),
} as const;

/** Converts the settings to options of the module. */
export function toIngestLimits(config: ConfigOf<typeof INGEST_LIMITS>) {
  return {
    host: config.SVC_INGEST_HOST,
    httpPort: config.SVC_INGEST_PORT,
    grpcPort: config.SVC_OTLP_GRPC_PORT,
    certificateFiles: toCertificateFiles(config),
    connections: toConnectionLimits(config),
    maxBodyBytes: config.SVC_INGEST_MAX_BODY_BYTES,
    maxInFlightBytes: config.SVC_INGEST_MAX_IN_FLIGHT_BYTES,
    maxPublishableBytes: config.SVC_INGEST_PUBLISHABLE_MAX_BODY_BYTES,
    maxLagBytes: config.SVC_INGEST_MAX_LAG_BYTES,
    quota: { bytes: config.SVC_INGEST_QUOTA_BYTES, windowSeconds: config.SVC_INGEST_QUOTA_WINDOW_SECONDS },
    metricSeriesLimit: config.SVC_METRIC_SERIES_LIMIT,
  };
}

/** Settings of the ingest service as a separate process. */
export const INGEST_SETTINGS = {
  ...OBSERVABILITY_SETTINGS,
  ...INGEST_LIMITS,
  ...COLUMN_STORE_SETTINGS,
  ...EVENT_LOG_SETTINGS,
  ...RPC_SETTINGS,
  ...MIGRATION_SETTINGS,
  ...REDIS_SETTINGS,
  ...OBJECT_STORE_SETTINGS,
  SVC_KAFKA_PARTITIONS: setting.integer({
    default: 12,
    min: 1,
    description: 'Number of partitions of the topics that the service creates',
  }),
  SVC_KAFKA_REPLICATION: setting.integer({
    default: 1,
    min: 1,
    description: 'Replication factor of the topics that the service creates',
  }),
  SVC_GATEWAY_ADDRESS: rpcAddressSetting('gateway', 7001),
} as const;
