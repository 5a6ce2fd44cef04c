import type { ColumnStore } from '@svc/columnar';
import type { Child } from './child.js';

/** A running service, seen from outside. Whether it is one process or six cannot be told from its interfaces. */
export interface Topology {
  readonly kind: 'standalone' | 'distributed';
  /** Gateway, without path. */
  readonly httpUrl: string;
  /** Ingest interface, without path. */
  readonly ingestUrl: string;
  /** `host:port` of OTLP/gRPC. */
  readonly otlpGrpcAddress: string;
  /** The owner's organization-level key. */
  readonly apiKey: string;
  /** Slug of the project made at the first start. */
  readonly projectSlug: string;
  /** Everything it wrote, logs included. */
  readonly directory: string;
  /** Our processes by name, for killing. */
  readonly processes: ReadonlyMap<string, Child>;
  /** What our processes lean on, by name, for killing: `columnar`, `postgres`; six processes also `kafka` and `redis`. */
  readonly dependencies: ReadonlyMap<string, Dependency>;
  /** Of every ingest process: where it receives, and where its figures are. */
  readonly ingests: readonly IngestAddress[];
  /** Waits until both interfaces are ready. */
  ready(timeoutMs?: number): Promise<void>;
  /** Ends our processes and shows what the column store holds. Only `stop` may follow. */
  inspect<Seen>(look: (store: ColumnStore) => Promise<Seen>): Promise<Seen>;
  stop(): Promise<void>;
}

/** A server that is not ours. */
export interface Dependency {
  /** Undefined while it is not running. */
  readonly pid: number | undefined;
  /** SIGKILL; it comes back without further help. */
  kill(): Promise<void>;
}

export interface IngestAddress {
  readonly url: string;
  readonly grpcAddress: string;
  readonly metricsUrl: string;
}

/** What a spec that did not start the service itself needs to reach it. */
export type TopologyAddress = Pick<
  Topology,
  'kind' | 'httpUrl' | 'ingestUrl' | 'otlpGrpcAddress' | 'apiKey' | 'projectSlug'
>;
