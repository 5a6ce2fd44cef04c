import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverJars } from './maven.js';
import { freePorts } from './free-ports.js';
import { ServerProcess } from './server-process.js';
import { TestServer } from './test-server.js';

const HEAP = ['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

export interface KafkaForTests {
  readonly brokers: string[];
  stop(): Promise<void>;
}

/**
 * A Kafka to test against: `SVC_TEST_KAFKA_BROKERS` (comma separated), else a broker started from its server jars with Java 17
 * and Maven. A string is the reason why there is none.
 */
export async function kafkaForTests(): Promise<KafkaForTests | string> {
  const given = process.env['SVC_TEST_KAFKA_BROKERS'];
  if (given) return { brokers: given.split(','), stop: () => Promise.resolve() };
  return KafkaBroker.start().catch((error: Error) => error.message);
}

/** A real single-node Kafka broker (KRaft) on free loopback ports, its data in a temporary directory. */
export class KafkaBroker extends TestServer implements KafkaForTests {
  private constructor(
    process: ServerProcess,
    directory: string,
    readonly brokers: string[],
  ) {
    super(process, directory);
  }

  /** Resolves when the broker answers; about 3 s once the jars are there. Rejects with the reason when it cannot start. */
  static async start(): Promise<KafkaBroker> {
    const jars = ['-cp', join(await serverJars('kafka'), '*')];
    const directory = await mkdtemp(join(tmpdir(), 'kafka-broker-'));
    const [port, controllerPort] = (await freePorts(2)) as [number, number];
    const config = join(directory, 'server.properties');
    await writeFile(config, properties(directory, port, controllerPort));
    // A letter first: an id that begins with a hyphen is an option to the tool.
    const clusterId = `k${randomBytes(16).toString('base64url').slice(1)}`;
    const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', config];
    await promisify(execFile)('java', [...HEAP, ...jars, ...format]);
    const server = new ServerProcess('java', [...HEAP, ...jars, 'kafka.Kafka', config], port);
    return new KafkaBroker(server, directory, [`127.0.0.1:${port}`]).begin();
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
    'group.min.session.timeout.ms': 1000,
    // After a kill the controller remembers the broker as alive for this long and keeps the restarted one waiting.
    'broker.session.timeout.ms': 2000,
    'broker.heartbeat.interval.ms': 500,
    'auto.create.topics.enable': false,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
