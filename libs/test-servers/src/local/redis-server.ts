import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../free-ports.js';
import { ServerProcess } from './server-process.js';
import { TestServer } from './test-server.js';

const PROGRAM = 'redis-server';

/** A real Redis on a free loopback port that keeps nothing on disk. */
export class RedisServer extends TestServer {
  private constructor(
    process: ServerProcess,
    directory: string,
    readonly url: string,
  ) {
    super(process, directory);
  }

  /** Resolves to the version of the program. Rejects with the reason if it is not installed. */
  static async prepare(): Promise<{ version: string }> {
    const { stdout } = await promisify(execFile)(PROGRAM, ['--version']).catch(() => {
      throw new Error(`no ${PROGRAM} on the path`);
    });
    return { version: stdout.trim() };
  }

  static async start(): Promise<RedisServer> {
    await RedisServer.prepare();
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
    const server = new ServerProcess(PROGRAM, args, port);
    return new RedisServer(server, directory, `redis://127.0.0.1:${port}`).begin();
  }
}
