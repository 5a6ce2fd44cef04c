import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateApiKey } from '@svc/auth';
import { startEmbeddedColumnStore } from '@svc/columnar';
import {
  createTestAuthority,
  freePorts,
  KafkaBroker,
  kafkaForTests,
  RedisServer,
  redisForTests,
} from '@svc/test-servers';
import { migrateRelational, startEmbeddedPostgres } from '@svc/relational';
import { Child } from './child.js';
import { lookInto, restartable, supervised } from './dependency.js';
import { bootstrapEnvironment, newOwnerLogin } from './owner-login.js';
import { waitUntilReady } from './ready.js';
import type { Dependency, IngestAddress, Topology } from './topology.js';

const RPC_TOKEN = 'secret-of-the-services-under-test';
const CURSOR_SECRET = 'cursor-secret-of-the-services-under-test';

/** The services that others call; ingest is not one of them. */
const CALLED_SERVICES = ['gateway', 'query', 'alerting', 'exports', 'integrations'];

/** A server that the services need, and a function to stop it. */
interface Running {
  stop(): Promise<void>;
}

export interface DistributedOptions {
  /** Ingest processes, which share the partitions among them: `ingest`, `ingest-2` and so on. One when absent. */
  readonly ingests?: number;
  /** Additional settings of the ingest processes, */
  readonly ingestEnv?: Readonly<Record<string, string>>;
  /** and of all processes. */
  readonly sharedEnv?: Readonly<Record<string, string>>;
}

/**
 * Starts the six services as separate processes, which call each other over mutual TLS, on a real Kafka broker and a real Redis server.
 * Postgres and the column store are the embedded ones, reached as servers. Throws a text that names missing programs of this machine.
 */
export async function startDistributed(options: DistributedOptions = {}): Promise<Topology> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-six-'));
  const running: Running[] = [];
  const stopAll = async (): Promise<void> => {
    for (const part of running.splice(0).reverse()) await part.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    return await start(directory, running, stopAll, options);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function start(
  directory: string,
  running: Running[],
  stopAll: () => Promise<void>,
  { ingests: ingestCount = 1, ingestEnv = {}, sharedEnv = {} }: DistributedOptions,
): Promise<Topology> {
  const kafka = found(await kafkaForTests());
  running.push(kafka);
  const redis = found(await redisForTests());
  running.push(redis);
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
  running.push(postgres);
  // The services start at the same time, and the first one to connect needs the role.
  await migrateRelational(postgres.url, { serviceUrl: postgres.serviceUrl });
  const columnStore = await startEmbeddedColumnStore({ directory: path.join(directory, 'columnar') });
  running.push(columnStore);

  const [http, ...ports] = (await freePorts(11 + 3 * ingestCount)) as [number, ...number[]];
  const rpc = ports.splice(0, 5);
  const metricsPorts = new Map(CALLED_SERVICES.map((name) => [name, String(ports.shift())]));
  const ingestProcesses = Array.from({ length: ingestCount }, (_, i) =>
    ingestProcess(i, ports.splice(0, 3), ingestEnv),
  );
  const [gatewayRpc, queryRpc, alertingRpc, exportsRpc, integrationsRpc] = rpc.map((port) => `127.0.0.1:${port}`) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const apiKey = generateApiKey('org').secret;
  const owner = newOwnerLogin();
  const { store } = columnStore;
  const certificates = await (await createTestAuthority()).issue(directory);
  const shared = {
    SVC_RPC_TOKEN: RPC_TOKEN,
    SVC_RPC_TLS_CERT_FILE: certificates.certificateFile,
    SVC_RPC_TLS_KEY_FILE: certificates.keyFile,
    SVC_RPC_TLS_CA_FILE: certificates.authorityFile,
    SVC_CURSOR_SECRET: CURSOR_SECRET,
    SVC_ENCRYPTION_KEYS: `test=${randomBytes(32).toString('base64')}`,
    SVC_EVENT_LOG_KEYS: `test=${randomBytes(32).toString('base64')}`,
    SVC_DATABASE_URL: postgres.serviceUrl,
    SVC_REDIS_URL: redis.url,
    SVC_KAFKA_BROKERS: kafka.brokers.join(','),
    SVC_KAFKA_PARTITIONS: '2',
    SVC_CLICKHOUSE_URL: `http://default:${store.password ?? ''}@embedded`,
    SVC_CLICKHOUSE_SOCKET: store.socketPath ?? '',
    SVC_GATEWAY_ADDRESS: gatewayRpc,
    SVC_QUERY_ADDRESS: queryRpc,
    SVC_ALERTING_ADDRESS: alertingRpc,
    SVC_EXPORTS_ADDRESS: exportsRpc,
    SVC_INTEGRATIONS_ADDRESS: integrationsRpc,
    ...sharedEnv,
  };
  const child = (name: string, env: Record<string, string>, app = name): Child =>
    new Child({
      name,
      entry: `apps/standalone/dist/services/${app}.js`,
      logFile: path.join(directory, `${name}.log`),
      env: { ...shared, SVC_METRICS_PORT: metricsPorts.get(name) ?? '', ...env },
    });
  const children = [
    child('gateway', {
      SVC_HTTP_PORT: String(http),
      SVC_DATABASE_OWNER_URL: postgres.url,
      SVC_RPC_LISTEN: gatewayRpc,
      SVC_PUBLIC_INGEST_URL: ingestProcesses[0]?.address.url ?? '',
      ...bootstrapEnvironment(apiKey, owner),
      SVC_BOOTSTRAP_PROJECT: 'default',
    }),
    ...ingestProcesses.map(({ name, env }) => child(name, env, 'ingest')),
    child('query', { SVC_RPC_LISTEN: queryRpc }),
    child('alerting', { SVC_RPC_LISTEN: alertingRpc }),
    child('exports', { SVC_RPC_LISTEN: exportsRpc }),
    child('integrations', { SVC_RPC_LISTEN: integrationsRpc }),
  ];
  for (const process of children) {
    process.start();
    running.push(process);
  }
  const httpUrl = `http://127.0.0.1:${http}`;
  const ingests = ingestProcesses.map(({ address }) => address) as [IngestAddress, ...IngestAddress[]];
  const healthUrls = [httpUrl, ...ingests.map(({ url }) => url)].map((url) => `${url}/health/ready`);
  const ready = (timeoutMs = 60_000): Promise<void> => waitUntilReady(healthUrls, timeoutMs);
  await ready();
  return {
    kind: 'distributed',
    httpUrl,
    ingestUrl: ingests[0].url,
    otlpGrpcAddress: ingests[0].grpcAddress,
    apiKey,
    owner,
    projectSlug: 'default',
    directory,
    processes: new Map(children.map((process) => [process.name, process])),
    dependencies: new Map(dependencies(kafka, redis)),
    ingests,
    metricsUrls: new Map([
      ...Array.from(metricsPorts, ([name, port]): [string, string] => [name, `http://127.0.0.1:${port}/metrics`]),
      ...ingestProcesses.map(({ name, address }): [string, string] => [name, address.metricsUrl]),
    ]),
    ready,
    async inspect(look) {
      await Promise.all(children.map((process) => process.stop()));
      return lookInto(store, look);
    },
    stop: stopAll,
  };
}

function ingestProcess(index: number, ports: readonly number[], settings: Readonly<Record<string, string>>) {
  const [http, grpc, metrics] = ports.map(String);
  return {
    name: index === 0 ? 'ingest' : `ingest-${index + 1}`,
    env: {
      SVC_INGEST_PORT: http ?? '',
      SVC_OTLP_GRPC_PORT: grpc ?? '',
      SVC_METRICS_PORT: metrics ?? '',
      ...settings,
    },
    address: {
      url: `http://127.0.0.1:${http}`,
      grpcAddress: `127.0.0.1:${grpc}`,
      metricsUrl: `http://127.0.0.1:${metrics}/metrics`,
    },
  };
}

/** Given servers are not killed. */
function dependencies(kafka: unknown, redis: unknown): [string, Dependency][] {
  const found: [string, Dependency][] = ['columnar', 'postgres'].map((name) => [
    name,
    supervised(() => process.pid, name),
  ]);
  if (kafka instanceof KafkaBroker) found.push(['kafka', restartable('kafka.Kafka', kafka)]);
  if (redis instanceof RedisServer) found.push(['redis', restartable('redis-server', redis)]);
  return found;
}

function found<Server>(server: Server | string): Server {
  if (typeof server === 'string') throw new Error(server);
  return server;
}
