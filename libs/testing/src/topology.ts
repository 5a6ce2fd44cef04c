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
  /** Waits until both interfaces are ready. */
  ready(timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** What a spec that did not start the service itself needs to reach it. */
export type TopologyAddress = Pick<
  Topology,
  'kind' | 'httpUrl' | 'ingestUrl' | 'otlpGrpcAddress' | 'apiKey' | 'projectSlug'
>;
