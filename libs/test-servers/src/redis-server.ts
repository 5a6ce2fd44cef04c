import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-ports.js';
import { ServerProcess } from './server-process.js';
import { TestServer } from './test-server.js';

export interface RedisForTests {
  readonly url: string;
  stop(): Promise<void>;
}

/** A Redis to test against: `SVC_TEST_REDIS_URL`, else `redis-server` on the path. A string is the reason why there is none. */
export async function redisForTests(): Promise<RedisForTests | string> {
  const given = process.env['SVC_TEST_REDIS_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  return RedisServer.start().catch(() => 'no redis-server on the path');
}

/** A real Redis on a free loopback port that keeps nothing on disk. */
export class RedisServer extends TestServer implements RedisForTests {
  private constructor(
    process: ServerProcess,
    directory: string,
    readonly url: string,
  ) {
    super(process, directory);
  }

  static async start(): Promise<RedisServer> {
    const directory = await mkdtemp(join(tmpdir(), 'redis-server-'));
    const port = await freePort();
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      directory,
    ];
    const server = new ServerProcess('redis-server', args, port);
    return new RedisServer(server, directory, `redis://127.0.0.1:${port}`).begin();
  }
}
