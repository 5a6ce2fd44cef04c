import { startStandalone, type Replicas, type Topology, type TopologyAddress } from '@svc/testing';

export interface TopologyOptions {
  /** Settings of ingestion beside those the harness makes. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of every process beside those. */
  readonly sharedEnv?: Readonly<Record<string, string>>;
  /** Whether `moveClock` can be used. */
  readonly movableClock?: boolean;
  /** Whether notifications link to the service; those of one process always do. */
  readonly hasLinks?: boolean;
  /** Kafka brokers where there is more than one process; one when absent. */
  readonly kafkaBrokers?: number;
  /** The checkout whose build runs at first. */
  readonly root?: string;
  /** Number of processes of each service in the distributed topology; one if absent. */
  readonly replicas?: Replicas;
}

/** Starts a service of this kind for specs that kill it, or for all the others together. */
export async function startTopology(
  kind: string | undefined,
  { env = {}, sharedEnv = {}, movableClock = false, ...rest }: TopologyOptions = {},
): Promise<Topology> {
  if (kind !== 'distributed') return startStandalone({ env: { ...sharedEnv, ...env }, movableClock });
  // Loaded where it is used: it needs servers that a run on one process does not.
  const { startDistributed } = await import('@svc/testing/distributed');
  return startDistributed({ ...rest, movableClock, ingestEnv: env, sharedEnv });
}

const VARIABLE = 'SVC_E2E_TOPOLOGY';

/**
 * The environment variables with the addresses of the service; any running service can be named by hand the same way.
 */
export function addressEnvironment(topology: TopologyAddress): Record<string, string> {
  return {
    [VARIABLE]: topology.kind,
    SVC_E2E_HTTP_URL: topology.httpUrl,
    SVC_E2E_INGEST_URL: topology.ingestUrl,
    SVC_E2E_OTLP_GRPC: topology.otlpGrpcAddress,
    SVC_E2E_API_KEY: topology.apiKey,
    SVC_E2E_OWNER_EMAIL: topology.owner.email,
    SVC_E2E_OWNER_PASSWORD: topology.owner.password,
    SVC_E2E_PROJECT: topology.projectSlug,
    SVC_E2E_METRICS: JSON.stringify(Object.fromEntries(topology.metricsUrls)),
  };
}

/** The service the specs run against. */
export function theService(): TopologyAddress {
  const read = (name: string): string => {
    const value = process.env[name];
    if (value === undefined) throw new Error(`${name} is not set: run the suite with \`pnpm e2e\``);
    return value;
  };
  return {
    kind: topologyKind(),
    httpUrl: read('SVC_E2E_HTTP_URL'),
    ingestUrl: read('SVC_E2E_INGEST_URL'),
    otlpGrpcAddress: read('SVC_E2E_OTLP_GRPC'),
    apiKey: read('SVC_E2E_API_KEY'),
    owner: { email: read('SVC_E2E_OWNER_EMAIL'), password: read('SVC_E2E_OWNER_PASSWORD') },
    projectSlug: read('SVC_E2E_PROJECT'),
    // A service that was started by hand may have none.
    metricsUrls: new Map(Object.entries(JSON.parse(process.env['SVC_E2E_METRICS'] ?? '{}') as Record<string, string>)),
  };
}

export function topologyKind(): TopologyAddress['kind'] {
  return process.env[VARIABLE] === 'distributed' ? 'distributed' : 'standalone';
}
