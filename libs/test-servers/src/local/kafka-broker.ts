import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverJars } from './maven.js';
import { freePorts } from '../free-ports.js';
import { brokerSettings } from '../kafka-settings.js';
import { ServerProcess } from './server-process.js';
import { TestServer } from './test-server.js';

const HEAP = ['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** A real single-node Kafka broker (KRaft) on free loopback ports, its data in a temporary directory. */
export class KafkaBroker extends TestServer {
  private constructor(
    process: ServerProcess,
    directory: string,
    readonly brokers: string[],
  ) {
    super(process, directory);
  }

  /** Resolves when the broker responds, after about 3 s if the jars are present. Rejects with the reason if it cannot start. */
  static async start(): Promise<KafkaBroker> {
    const jars = ['-cp', join(await serverJars('kafka'), '*')];
    const directory = await mkdtemp(join(tmpdir(), 'kafka-broker-'));
    const [port, controllerPort] = (await freePorts(2)) as [number, number];
    const config = join(directory, 'server.properties');
    const place = {
      port,
      controllerPort,
      bind: '127.0.0.1',
      host: '127.0.0.1',
      dataDirectory: join(directory, 'data'),
    };
    await writeFile(config, toProperties(brokerSettings(place)));
    // Starts with a letter, because the tool treats an ID that starts with a hyphen as an option.
    const clusterId = `k${randomBytes(16).toString('base64url').slice(1)}`;
    const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', config];
    await promisify(execFile)('java', [...HEAP, ...jars, ...format]);
    const server = new ServerProcess('java', [...HEAP, ...jars, 'kafka.Kafka', config], port);
    return new KafkaBroker(server, directory, [`127.0.0.1:${port}`]).begin();
  }
}

function toProperties(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
