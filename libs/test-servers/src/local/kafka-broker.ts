import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CertificateFiles } from '../certificates.js';
import { freePorts } from '../free-ports.js';
import { brokerSettings, securedSettings, type BrokerOfCluster } from '../kafka-settings.js';
import { classArchive } from './class-archive.js';
import { serverJars } from './maven.js';
import { ServerProcess } from './server-process.js';
import { TestServer } from './test-server.js';

const HEAP = ['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** A broker that clients reach over TLS and with a password. */
export interface SecuredBroker {
  readonly certificates: CertificateFiles;
  readonly username: string;
  readonly password: string;
}

/** A real Kafka broker (KRaft) on free loopback ports, its data in a temporary directory. */
export class KafkaBroker extends TestServer {
  private constructor(
    process: ServerProcess,
    directory: string,
    readonly brokers: string[],
    /** Identifies the process: only its command line contains this path. */
    readonly configurationFile: string,
  ) {
    super(process, directory);
  }

  /** Resolves when the broker responds, after about 3 s if the jars are present. Rejects with the reason if it cannot start. */
  static async start(): Promise<KafkaBroker> {
    const [broker] = await KafkaBroker.startCluster(1);
    if (!broker) throw new Error('no broker was started');
    return broker;
  }

  /** Starts a broker with TLS and a password, by PLAIN and both mechanisms of SCRAM. */
  static async startSecured(secured: SecuredBroker): Promise<KafkaBroker> {
    const [broker] = await KafkaBroker.startCluster(1, secured);
    if (!broker) throw new Error('no broker was started');
    return broker;
  }

  /**
   * Starts brokers that replicate everything to each other; a write needs all but one of them. Resolves when all respond. Rejects with the
   * reason if one cannot start.
   */
  static async startCluster(count: number, secured?: SecuredBroker): Promise<KafkaBroker[]> {
    const java = await KafkaBroker.prepare();
    const ports = await freePorts(2 * count);
    const controllerPorts = ports.splice(count);
    const clusterId = newClusterId();
    const nodes = await Promise.all(
      ports.map((port, i) => KafkaBroker.#create(java, clusterId, port, { node: i + 1, controllerPorts }, secured)),
    );
    const started = await Promise.allSettled(nodes.map((node) => node.begin()));
    const failed = started.find(({ status }) => status === 'rejected');
    if (!failed) return nodes;
    await Promise.all(nodes.map((node) => node.stop()));
    throw (failed as PromiseRejectedResult).reason;
  }

  /** Returns the arguments of Java for a broker; downloads missing files first. */
  static async prepare(): Promise<string[]> {
    const jars = await serverJars('kafka');
    const java = [...HEAP, '-cp', join(jars, '*')];
    const archive = await classArchive(jars, async (option) => {
      const [port = 0, controllerPort = 0] = await freePorts(2);
      const broker = await KafkaBroker.#create([option, ...java], newClusterId(), port, {
        node: 1,
        controllerPorts: [controllerPort],
      });
      await broker.rehearse();
    });
    return [archive, ...java];
  }

  static async #create(
    java: readonly string[],
    clusterId: string,
    port: number,
    cluster: BrokerOfCluster,
    secured?: SecuredBroker,
  ): Promise<KafkaBroker> {
    const directory = await mkdtemp(join(tmpdir(), 'kafka-broker-'));
    const config = join(directory, 'server.properties');
    const place = {
      port,
      controllerPort: cluster.controllerPorts[cluster.node - 1] ?? 0,
      bind: '127.0.0.1',
      host: '127.0.0.1',
      dataDirectory: join(directory, 'data'),
    };
    const changes = secured ? await secure(secured, directory, place) : {};
    await writeFile(config, toProperties({ ...brokerSettings(place, cluster), ...changes }));
    const users = secured ? scramUsers(secured) : [];
    const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', config, ...users];
    await promisify(execFile)('java', [...java, ...format]);
    const server = new ServerProcess('java', [...java, 'kafka.Kafka', config], port);
    return new KafkaBroker(server, directory, [`127.0.0.1:${port}`], config);
  }
}

/** Starts with a letter, because the tool treats an ID that starts with a hyphen as an option. */
function newClusterId(): string {
  return `k${randomBytes(16).toString('base64url').slice(1)}`;
}

async function secure(
  { certificates, username, password }: SecuredBroker,
  directory: string,
  place: Parameters<typeof securedSettings>[0],
): Promise<Record<string, string>> {
  const keyStoreFile = join(directory, 'broker.pem');
  const parts = [certificates.keyFile, certificates.certificateFile].map((file) => readFile(file, 'utf8'));
  await writeFile(keyStoreFile, (await Promise.all(parts)).join('\n'), { mode: 0o600 });
  return securedSettings(place, { username, password, keyStoreFile, authorityFile: certificates.authorityFile });
}

function scramUsers({ username, password }: SecuredBroker): string[] {
  const mechanisms = ['SCRAM-SHA-256', 'SCRAM-SHA-512'];
  return mechanisms.flatMap((name) => ['--add-scram', `${name}=[name=${username},password=${password}]`]);
}

function toProperties(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
