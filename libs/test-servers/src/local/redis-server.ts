import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
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
    /** `host:port` */
    readonly address: string,
  ) {
    super(process, directory);
  }

  get url(): string {
    return `redis://${this.address}`;
  }

  /** Resolves to the version of the program. Rejects with the reason if it is not installed. */
  static async prepare(): Promise<{ version: string }> {
    const { stdout } = await promisify(execFile)(PROGRAM, ['--version']).catch(() => {
      throw new Error(`no ${PROGRAM} on the path`);
    });
    return { version: stdout.trim() };
  }

  /** @param more further arguments, such as `--cluster-enabled yes`. */
  static async start(more: readonly string[] = []): Promise<RedisServer> {
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
      ...more,
    ];
    const server = new ServerProcess(PROGRAM, args, port);
    return new RedisServer(server, directory, `127.0.0.1:${port}`).begin();
  }

  /** Starts a Sentinel, which writes its file. @param lines of the file, without those of every server. */
  static async startSentinel(lines: readonly string[]): Promise<RedisServer> {
    await RedisServer.prepare();
    const directory = await mkdtemp(join(tmpdir(), 'redis-sentinel-'));
    const port = await freePort();
    const file = join(directory, 'sentinel.conf');
    await writeFile(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${directory}`, ...lines, ''].join('\n'));
    const server = new ServerProcess(PROGRAM, [file, '--sentinel'], port);
    return new RedisServer(server, directory, `127.0.0.1:${port}`).begin();
  }
}
