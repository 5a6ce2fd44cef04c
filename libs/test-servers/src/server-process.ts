import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from './eventually.js';

/** A Java server on a machine that is busy with other tests takes its time. */
const START_WITHIN_MS = 60_000;
/** Of what a server said last, for the error when it ends. */
const SAID_CHARACTERS = 4_000;

/** A server process that ends with the tests, however they end. */
export class ServerProcess {
  private child: ChildProcess | undefined;

  constructor(
    private readonly command: string,
    private readonly args: readonly string[],
    private readonly port: number,
  ) {}

  /** Resolves when the port answers. */
  async start(): Promise<void> {
    const child = spawn(this.command, this.args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    let said = '';
    const listen = (chunk: Buffer): void => void (said = (said + chunk.toString()).slice(-SAID_CHARACTERS));
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    let failed: Error | undefined;
    child.once('error', (error) => (failed = error));
    const end = (): boolean => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    try {
      const outcome = await eventually(
        `${this.command} listens`,
        async (): Promise<Error | boolean> => {
          if (failed) return failed;
          if (child.exitCode !== null) return new Error(`${this.command} ended with ${child.exitCode}: ${said}`);
          return await answers(this.port);
        },
        { timeoutMs: START_WITHIN_MS },
      );
      if (outcome instanceof Error) throw outcome;
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  /** Ends the process at once, as a crash would. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
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
