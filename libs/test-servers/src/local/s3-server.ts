import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-ports.js';
import { classArchive } from './class-archive.js';
import { serverJars } from './maven.js';
import { ServerProcess } from './server-process.js';
import { TestServer } from './test-server.js';

const HEAP = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** A server of the S3 protocol on a free loopback port that checks signatures, holds everything in memory and starts empty. */
export class S3Server extends TestServer {
  private constructor(
    process: ServerProcess,
    directory: string,
    readonly url: string,
  ) {
    super(process, directory);
  }

  /** Resolves when the server responds, after about 3 s if the jars are present. Rejects with the reason if it cannot start. */
  static async start(): Promise<S3Server> {
    return (await S3Server.#create(await S3Server.prepare())).begin();
  }

  /** Returns the arguments of Java for the server; downloads missing files first. */
  static async prepare(): Promise<string[]> {
    const jars = await serverJars('s3');
    const java = [...HEAP, '-cp', join(jars, '*')];
    const archive = await classArchive(jars, async (option) => (await S3Server.#create([option, ...java])).rehearse());
    return [archive, ...java];
  }

  static async #create(java: readonly string[]): Promise<S3Server> {
    const directory = await mkdtemp(join(tmpdir(), 's3-server-'));
    const port = await freePort();
    const [config, logging] = [join(directory, 's3proxy.conf'), join(directory, 'logback.xml')];
    await writeFile(config, properties(port));
    // Otherwise every request is logged in full detail, which costs more than the request.
    await writeFile(logging, '<configuration><root level="OFF"/></configuration>');
    const main = [`-Dlogback.configurationFile=${logging}`, 'org.gaul.s3proxy.Main', '--properties', config];
    const server = new ServerProcess('java', [...java, ...main], port);
    return new S3Server(server, directory, `http://key:secret@127.0.0.1:${port}/tests`);
  }
}

function properties(port: number): string {
  return Object.entries({
    's3proxy.endpoint': `http://127.0.0.1:${port}`,
    's3proxy.authorization': 'aws-v2-or-v4',
    's3proxy.identity': 'key',
    's3proxy.credential': 'secret',
    'jclouds.provider': 'transient',
    'jclouds.identity': 'unused',
    'jclouds.credential': 'unused',
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
