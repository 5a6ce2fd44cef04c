import type { ColumnStore } from '@svc/columnar';
import type { Child } from './child.js';

/** A running service, seen from outside. Its interfaces do not reveal whether it is one process or six. */
export interface Topology {
  readonly kind: 'standalone' | 'distributed';
  /** URL of the gateway, without path. */
  readonly httpUrl: string;
  /** The URLs of every gateway process; `httpUrl` is the first. */
  readonly gateways: readonly string[];
  /** URL of the ingestion interface, without path. */
  readonly ingestUrl: string;
  /** `host:port` of OTLP/gRPC. */
  readonly otlpGrpcAddress: string;
  /** The organization-level key of the owner. */
  readonly apiKey: string;
  /** The first user, an owner who signs in with a password: an API key cannot change owners. */
  readonly owner: OwnerLogin;
  /** Slug of the project that the first start created. */
  readonly projectSlug: string;
  /** All its output, including logs. */
  readonly directory: string;
  /** Our processes by name, for killing. */
  readonly processes: ReadonlyMap<string, Child>;
  /**
   * The servers that our processes depend on, by name, for killing: `columnar`, `postgres`; six processes also `redis` and `kafka`, or
   * `kafka-1` and so on.
   */
  readonly dependencies: ReadonlyMap<string, Dependency>;
  /** The URLs of ingestion and metrics of every ingest process. */
  readonly ingests: readonly IngestAddress[];
  /** URLs of the metrics of our processes, by the name of the process. */
  readonly metricsUrls: ReadonlyMap<string, string>;
  /** The present time of our processes in epoch milliseconds, from which that of the machine differs once their clock was moved. */
  now(): number;
  /** Moves the clock of our processes on, and waits until they follow. Only where the topology was started with a movable clock. */
  moveClock(ms: number): Promise<void>;
  /** Migrates the stores with the program of a checkout, this one when absent. Only where there are several processes. */
  migrate(root?: string): Promise<void>;
  /** Waits until all processes serve. */
  ready(): Promise<void>;
  /** Waits until one of our processes serves. */
  processReady(name: string): Promise<void>;
  /** Stops the processes that store telemetry and opens the column store. They can be started again afterwards. */
  inspect<Seen>(look: (store: ColumnStore) => Promise<Seen>): Promise<Seen>;
  stop(): Promise<void>;
}

export interface OwnerLogin {
  readonly email: string;
  readonly password: string;
}

/** A third-party server. */
export interface Dependency {
  /** Process ID; undefined while it is not running. */
  readonly pid: number | undefined;
  /** Sends SIGKILL; the server is restarted automatically. */
  kill(): Promise<void>;
}

export interface IngestAddress {
  readonly url: string;
  readonly grpcAddress: string;
  readonly metricsUrl: string;
}

/** Addresses and key for specs that did not start the service themselves. */
export type TopologyAddress = Pick<
  Topology,
  'kind' | 'httpUrl' | 'ingestUrl' | 'otlpGrpcAddress' | 'apiKey' | 'owner' | 'projectSlug' | 'metricsUrls'
>;
