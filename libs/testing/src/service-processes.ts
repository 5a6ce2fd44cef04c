import { freePorts } from '@svc/test-servers';

/** The services that others call; ingest is not one of them. */
const CALLED_SERVICES = ['gateway', 'query', 'alerting', 'exports', 'integrations'] as const;
const SERVICES = [...CALLED_SERVICES, 'ingest'] as const;

export type ServiceName = (typeof SERVICES)[number];

export type Replicas = Readonly<Partial<Record<ServiceName, number>>>;

/** The addresses of one process of a service. */
export interface ServiceProcess {
  /** `query` and then `query-2`. */
  readonly name: string;
  readonly service: ServiceName;
  /** The settings that differ between the processes of a service. */
  readonly env: Readonly<Record<string, string>>;
  readonly metricsUrl: string;
  /** The HTTP interface of a gateway or an ingest process. */
  readonly url?: string;
  /** OTLP/gRPC of an ingest process. */
  readonly grpcAddress?: string;
  /** The port for calls of other services; ingest has none. */
  readonly rpcPort?: number;
}

/** Chooses free ports for all processes. */
export async function planProcesses(replicas: Replicas): Promise<ServiceProcess[]> {
  const planned = SERVICES.flatMap((service) =>
    Array.from({ length: replicas[service] ?? 1 }, (_, i) => ({
      service,
      name: i === 0 ? service : `${service}-${i + 1}`,
    })),
  );
  const ports = await freePorts(3 * planned.length);
  return planned.map(({ service, name }) => {
    const [metrics = 0, first = 0, second = 0] = ports.splice(0, 3);
    const url = `http://127.0.0.1:${first}`;
    const common = { name, service, metricsUrl: `http://127.0.0.1:${metrics}/metrics` };
    const SVC_METRICS_PORT = String(metrics);
    if (service === 'ingest') {
      const env = { SVC_METRICS_PORT, SVC_INGEST_PORT: String(first), SVC_OTLP_GRPC_PORT: String(second) };
      return { ...common, env, url, grpcAddress: `127.0.0.1:${second}` };
    }
    const env = { SVC_METRICS_PORT, SVC_RPC_LISTEN: `127.0.0.1:${second}` };
    if (service !== 'gateway') return { ...common, env, rpcPort: second };
    return { ...common, env: { ...env, SVC_HTTP_PORT: String(first) }, url, rpcPort: second };
  });
}

/** The settings by which the services find each other. */
export function serviceAddresses(processes: readonly ServiceProcess[]): Record<string, string> {
  const addresses = (service: ServiceName): string =>
    processes
      .filter((process) => process.service === service)
      .map(({ rpcPort }) => `127.0.0.1:${rpcPort}`)
      .join(',');
  return Object.fromEntries(
    CALLED_SERVICES.map((service) => [`SVC_${service.toUpperCase()}_ADDRESS`, addresses(service)]),
  );
}
