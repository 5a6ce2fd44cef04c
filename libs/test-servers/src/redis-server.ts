import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-ports.js';
import { ServerProcess } from './server-process.js';

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
export class RedisServer implements RedisForTests {
  private constructor(
    private readonly process: ServerProcess,
    private readonly directory: string,
    readonly url: string,
  ) {}

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
    const server = new RedisServer(
      new ServerProcess('redis-server', args, port),
      directory,
      `redis://127.0.0.1:${port}`,
    );
    await server.restart().catch((error: Error) => server.stop().then(() => Promise.reject(error)));
    return server;
  }

  /** Ends the server as a crash would, and all it held with it. */
  kill(): Promise<void> {
    return this.process.kill();
  }

  /** Starts an empty server on the same port. */
  restart(): Promise<void> {
    return this.process.start();
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}
