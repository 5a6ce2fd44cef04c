import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-ports.js';
import { ServerProcess } from './server-process.js';
import { TestServer } from './test-server.js';

/** A real Redis on a free loopback port that keeps nothing on disk. */
export class RedisServer extends TestServer {
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
