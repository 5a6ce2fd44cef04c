import type { RedisStoreOptions } from '@svc/cache/redis';
import type { ColumnStoreOptions } from '@svc/columnar';
import type { EventLogAddress } from '@svc/event-log';
import type { ConnectionLimits } from '@svc/http';
import type { CertificateFiles } from '@svc/http';
import type { MigrationMode } from '@svc/migrations';
import type { ObjectStoreConfig } from '@svc/objects/settings';
import type { LogLevel } from '@svc/observability';
import type { RpcCredentials } from '@svc/rpc';

/** Injection token of the options of the ingest service. */
export const INGEST_OPTIONS = Symbol('IngestOptions');

/** Options of the ingest service. */
export interface IngestOptions {
  readonly host: string;
  readonly httpPort: number;
  readonly grpcPort: number;
  /** Both ports accept only TLS when given. */
  readonly certificateFiles?: CertificateFiles | undefined;
  /** Limits of the connections of each port. */
  readonly connections: ConnectionLimits;
  readonly stores: StoreAddresses;
  /** Address of the gateway, which serves the internal Keys service. */
  readonly gateway: RpcCredentials & { readonly address: string };
  /** Maximum size of a body, before and after decompression. OTLP recommends 64 MiB. */
  readonly maxBodyBytes: number;
  /** Maximum total size of the bodies in flight; beyond it clients must retry later. */
  readonly maxInFlightBytes: number;
  /** Maximum size of a body that is sent with a publishable key, before and after decompression. */
  readonly maxPublishableBytes: number;
  /** Maximum total size of accepted requests that are not stored yet; beyond it clients must retry later. */
  readonly maxLagBytes: number;
  readonly quota: QuotaOptions;
  /** Maximum new series per project, metric and day. */
  readonly metricSeriesLimit: number;
  readonly logLevel: LogLevel;
}

/** The quota of each project. */
export interface QuotaOptions {
  /** Decompressed bytes per window over all signals; 0 for no limit. */
  readonly bytes: number;
  readonly windowSeconds: number;
}

/** Addresses of the stores of ingestion, as plain data that can be passed to a thread. */
export interface StoreAddresses {
  readonly eventLog: EventLogAddress;
  readonly columnStore: ColumnStoreOptions;
  /** Absent if one process ingests everything. */
  readonly redis?: RedisStoreOptions;
  /** Absent if there is none: the column store then has what would be objects. */
  readonly objects?: ObjectStoreConfig | undefined;
  /**
   * Whether the sink migrates the tables of the column store before it starts or requires that they are migrated; neither if undefined.
   * Requests are accepted without a column store, so they do not wait for it.
   */
  readonly migrations?: MigrationMode;
}
