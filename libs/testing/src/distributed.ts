import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateApiKey } from '@svc/auth';
import { startEmbeddedColumnStore } from '@svc/columnar';
import { startEmbeddedPostgres } from '@svc/relational';
import { createTestAuthority, kafkaForTests, RedisServer, redisForTests, type KafkaForTests } from '@svc/test-servers';
import { Child } from './child.js';
import { ClockFile, toTopologyClock } from './clock-file.js';
import { lookInto, restartable, supervised } from './dependency.js';
import { migrateStores } from './migrate-stores.js';
import { bootstrapEnvironment, newOwnerLogin } from './owner-login.js';
import { waitUntilListening, waitUntilReady } from './ready.js';
import { relayPostgres } from './relay.js';
import { planProcesses, serviceAddresses, type Replicas, type ServiceProcess } from './service-processes.js';
import { REPLACED_PARTS_SECONDS, sharedSettings, type ServerAddresses } from './service-settings.js';
import type { Dependency, IngestAddress, Topology } from './topology.js';

/** A server that the services need, and a function to stop it. */
interface Running {
  stop(): Promise<void>;
}

export interface DistributedOptions {
  /** Number of processes of each service; one when absent. They are named `ingest`, `ingest-2` and so on. */
  readonly replicas?: Replicas;
  /** Kafka brokers, which replicate everything to each other; one when absent. */
  readonly kafkaBrokers?: number;
  /** The checkout whose build the services run first; the one of this file when absent. */
  readonly root?: string;
  /** The command that runs a service, or `migrate`, instead of Node on the build. It has to see the directory of the topology. */
  readonly command?: (target: string, directory: string) => readonly [string, ...string[]];
  /** Whether the clock of the processes can be moved; not that of the servers. */
  readonly movableClock?: boolean;
  /** Additional settings of the ingest processes. */
  readonly ingestEnv?: Readonly<Record<string, string>>;
  /** Whether notifications link to the first gateway, as the setting of their public address does. */
  readonly hasLinks?: boolean;
  /** Settings of all processes. */
  readonly sharedEnv?: Readonly<Record<string, string>>;
  /** Settings of all processes that depend on where the servers are. */
  readonly serverEnv?: (servers: ServerAddresses) => Promise<Readonly<Record<string, string>>>;
}

/**
 * Starts the six services as separate processes, which call each other over mutual TLS, on real Kafka brokers and a real Redis server.
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

/** Connections that the embedded Postgres has for the processes; the rest of its 60 is for migrations and administrators. */
const POOLED_CONNECTIONS = 50;
const DEFAULT_POOL = 10;

/** The greatest pool with which the pools of all processes fit, since a connection that the server refuses is a 503. */
function poolSize(processes: readonly ServiceProcess[]): number {
  const users = processes.filter(({ service }) => service !== 'ingest').length;
  return Math.min(DEFAULT_POOL, Math.floor(POOLED_CONNECTIONS / users));
}

async function start(
  directory: string,
  running: Running[],
  stopAll: () => Promise<void>,
  {
    replicas = {},
    kafkaBrokers = 1,
    root,
    command,
    movableClock,
    ingestEnv = {},
    hasLinks = false,
    sharedEnv = {},
    serverEnv,
  }: DistributedOptions,
): Promise<Topology> {
  const kafka = found(await kafkaForTests(kafkaBrokers));
  running.push(kafka);
  const redis = found(await redisForTests());
  running.push(redis);
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
  running.push(postgres);
  const relay = command && (await relayPostgres(postgres.url));
  if (relay) running.push(relay);
  const toDatabase = (url: string): string => relay?.url(url) ?? url;
  const columnStore = await startEmbeddedColumnStore({
    directory: path.join(directory, 'columnar'),
    limits: { replacedPartsSeconds: REPLACED_PARTS_SECONDS },
  });
  running.push(columnStore);

  const processes = await planProcesses(replicas);
  const gateways = processes.filter(({ service }) => service === 'gateway').map(({ url = '' }) => url);
  const ingests = processes.filter(({ service }) => service === 'ingest').map(toIngestAddress);
  const [httpUrl = ''] = gateways;
  const [firstIngest] = ingests;
  if (!firstIngest) throw new Error('there is no ingest process');
  const apiKey = generateApiKey('org').secret;
  const owner = newOwnerLogin();
  const { store } = columnStore;
  const certificates = await (await createTestAuthority()).issue(directory);
  const servers = {
    databaseUrl: toDatabase(postgres.serviceUrl),
    redisUrl: redis.url,
    kafkaBrokers: kafka.brokers,
    clickhouse: { url: `http://default:${store.password ?? ''}@embedded`, socket: store.socketPath ?? '' },
  };
  const clock = movableClock ? await ClockFile.create(directory) : undefined;
  const shared = {
    ...clock?.env,
    ...sharedSettings(servers, certificates),
    // One machine: its processes share a directory instead of a bucket. Those in sandboxes see none of its directories.
    ...(!command && { SVC_OBJECTS_DIRECTORY: path.join(directory, 'objects') }),
    ...serviceAddresses(processes),
    SVC_DATABASE_POOL: String(poolSize(processes)),
    ...sharedEnv,
    ...(await serverEnv?.(servers)),
  };
  await migrateStores({
    env: shared,
    ownerUrl: toDatabase(postgres.url),
    root,
    command: command?.('migrate', directory),
  });
  const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    gateway: {
      SVC_PUBLIC_INGEST_URL: firstIngest.url,
      ...bootstrapEnvironment(apiKey, owner),
      SVC_BOOTSTRAP_PROJECT: 'default',
    },
    ingest: ingestEnv,
    ...(hasLinks && { integrations: { SVC_PUBLIC_URL: httpUrl } }),
  };
  const children = processes.map(
    ({ name, service, env }) =>
      new Child({
        name,
        entry: `apps/standalone/dist/services/${service}.js`,
        ...(root === undefined ? {} : { root }),
        ...(command === undefined ? {} : { command: command(service, directory) }),
        logFile: path.join(directory, `${name}.log`),
        env: { ...shared, ...env, ...own[service] },
      }),
  );
  for (const process of children) {
    process.start();
    running.push(process);
  }
  const isReady = async (some: readonly ServiceProcess[]): Promise<void> => {
    const urls = some.flatMap(({ url }) => (url === undefined ? [] : [`${url}/health/ready`]));
    const ports = some.flatMap(({ rpcPort }) => rpcPort ?? []);
    await Promise.all([waitUntilReady(urls), waitUntilListening(ports)]);
  };
  const ready = (): Promise<void> => isReady(processes);
  await ready();
  return {
    kind: 'distributed',
    httpUrl,
    gateways,
    ingestUrl: firstIngest.url,
    otlpGrpcAddress: firstIngest.grpcAddress,
    apiKey,
    owner,
    projectSlug: 'default',
    directory,
    processes: new Map(children.map((process) => [process.name, process])),
    dependencies: new Map(dependencies(kafka, redis)),
    ingests,
    metricsUrls: new Map(processes.map(({ name, metricsUrl }) => [name, metricsUrl])),
    ...toTopologyClock(clock),
    migrate: (from) => migrateStores({ env: shared, ownerUrl: postgres.url, root: from }),
    ready,
    processReady: (name) => isReady(processes.filter((process) => process.name === name)),
    async inspect(look) {
      const storing = processes.filter(({ service }) => service === 'ingest').map(({ name }) => name);
      await Promise.all(children.filter(({ name }) => storing.includes(name)).map((process) => process.stop()));
      return lookInto(store, look);
    },
    stop: stopAll,
  };
}

function toIngestAddress({ url = '', grpcAddress = '', metricsUrl }: ServiceProcess): IngestAddress {
  return { url, grpcAddress, metricsUrl };
}

/** Given servers are not killed. */
function dependencies(kafka: KafkaForTests, redis: unknown): [string, Dependency][] {
  const found: [string, Dependency][] = ['columnar', 'postgres'].map((name) => [
    name,
    supervised(() => process.pid, name),
  ]);
  const nodes = kafka.nodes ?? [];
  for (const [i, node] of nodes.entries())
    found.push([nodes.length === 1 ? 'kafka' : `kafka-${i + 1}`, restartable(node.configurationFile, node)]);
  if (redis instanceof RedisServer) found.push(['redis', restartable('redis-server', redis)]);
  return found;
}

function found<Server>(server: Server | string): Server {
  if (typeof server === 'string') throw new Error(server);
  return server;
}
