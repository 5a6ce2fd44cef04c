import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverJars } from './maven.js';
import { freePort, ServerProcess } from './server-process.js';

const HEAP = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const BUCKET = 'tests';

export interface S3ForTests {
  /** `http://<access key>:<secret>@<host>:<port>/<bucket>`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * An S3 to test against: `SVC_TEST_S3_URL` (`http://key:secret@host:port/bucket`), else a server started with Java 17 and Maven.
 * A string is the reason why there is none.
 */
export async function s3ForTests(): Promise<S3ForTests | string> {
  const given = process.env['SVC_TEST_S3_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  return S3Server.start().catch((error: Error) => error.message);
}

/** A server of the S3 protocol with one bucket, on a free loopback port, its data in a temporary directory. */
export class S3Server implements S3ForTests {
  private constructor(
    private readonly process: ServerProcess,
    private readonly directory: string,
    readonly url: string,
  ) {}

  /** Resolves when the server answers; about 6 s once the jar is there. Rejects with the reason when it cannot start. */
  static async start(): Promise<S3Server> {
    const jars = await serverJars('s3');
    const jar = (await readdir(jars)).find((name) => name.startsWith('s3mock-'));
    if (!jar) throw new Error('the S3 server jar is missing');
    const directory = await mkdtemp(join(tmpdir(), 's3-server-'));
    const port = await freePort();
    const settings = {
      // Its TLS port, which nobody uses here.
      'server.port': '0',
      'http.port': String(port),
      'com.adobe.testing.s3mock.store.root': directory,
      'com.adobe.testing.s3mock.store.initial-buckets': BUCKET,
    };
    const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    const server = new ServerProcess('java', [...HEAP, '-jar', join(jars, jar), ...args], port);
    const s3 = new S3Server(server, directory, `http://key:secret@127.0.0.1:${port}/${BUCKET}`);
    await s3.restart();
    return s3;
  }

  kill(): Promise<void> {
    return this.process.kill();
  }

  restart(): Promise<void> {
    return this.process.start();
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}
