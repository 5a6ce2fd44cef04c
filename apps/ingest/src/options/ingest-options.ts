import type { ColumnStoreOptions } from '@svc/columnar';
import type { EventLogAddress } from '@svc/event-log';
import type { LogLevel } from '@svc/observability';

/** Injection token of the options of the ingest service. */
export const INGEST_OPTIONS = Symbol('IngestOptions');

/** How a process runs the ingest service. */
export interface IngestOptions {
  readonly host: string;
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly stores: StoreAddresses;
  /** Where the gateway answers the internal Keys service. */
  readonly gateway: { readonly address: string; readonly token?: string };
  /** Largest body, as sent and again as expanded. OTLP recommends 64 MiB. */
  readonly maxBodyBytes: number;
  /** Bodies in flight together; beyond it clients must retry later. */
  readonly maxInFlightBytes: number;
  readonly quota: QuotaOptions;
  /** New series that are stored per project, metric and day. */
  readonly metricSeriesLimit: number;
  readonly logLevel: LogLevel;
}

/** What each project may send. */
export interface QuotaOptions {
  /** Bytes of bodies as expanded, of all signals together; 0 for no limit. */
  readonly bytes: number;
  readonly windowSeconds: number;
}

/** Where the stores of ingestion are; plain data, so that it can be passed to a thread. */
export interface StoreAddresses {
  readonly eventLog: EventLogAddress;
  readonly columnStore: ColumnStoreOptions;
  /**
   * Migrates the tables of the column store before the sink starts. Receiving needs no column store and continues while there is
   * none.
   */
  readonly migrate?: boolean;
}
