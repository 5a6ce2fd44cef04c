import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';
import { kafkaJars } from './kafka-jars.js';

const HEAP = ['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** A real single-node Kafka broker (KRaft) on free loopback ports, its data in a temporary directory. */
export class KafkaBroker {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly jars: string,
    private readonly directory: string,
    private readonly port: number,
  ) {}

  /** Resolves when the broker answers; about 3 s once the jars are there. */
  static async start(): Promise<KafkaBroker> {
    const jars = await kafkaJars();
    const directory = await mkdtemp(join(tmpdir(), 'kafka-broker-'));
    const [port, controllerPort] = await freePorts();
    await writeFile(join(directory, 'server.properties'), properties(directory, port, controllerPort));
    const broker = new KafkaBroker(jars, directory, port);
    await broker.format();
    await broker.restart();
    return broker;
  }

  get brokers(): string[] {
    return [`127.0.0.1:${this.port}`];
  }

  /** Ends the broker at once, as a crash would; its data stays for `restart`. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (child?.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Starts the broker on the data and the port it had. */
  async restart(): Promise<void> {
    const child = spawn('java', [...HEAP, ...this.classpath(), 'kafka.Kafka', this.config()], { stdio: 'ignore' });
    this.child = child;
    const end = (): boolean => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    await eventually('the Kafka broker listens', () => {
      if (child.exitCode !== null) throw new Error(`the Kafka broker ended with ${child.exitCode}`);
      return answers(this.port);
    });
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async format(): Promise<void> {
    const clusterId = randomBytes(16).toString('base64url');
    const tool = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', this.config()];
    await promisify(execFile)('java', [...HEAP, ...this.classpath(), ...tool]);
  }

  private classpath(): string[] {
    return ['-cp', join(this.jars, '*')];
  }

  private config(): string {
    return join(this.directory, 'server.properties');
  }
}

/** One node that is broker and controller; one replica of everything; groups form without the usual pause of 3 s. */
function properties(directory: string, port: number, controllerPort: number): string {
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': join(directory, 'data'),
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // After a kill the controller remembers the broker as alive for this long and keeps the restarted one waiting.
    'broker.session.timeout.ms': 2000,
    'broker.heartbeat.interval.ms': 500,
    'group.min.session.timeout.ms': 1000,
    'auto.create.topics.enable': false,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  for (const server of servers) server.close();
  return [ports[0] ?? 0, ports[1] ?? 0];
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
