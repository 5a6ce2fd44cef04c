import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { eventually } from '../eventually.js';

/** Maximum length of the last output of a server, for the error when it exits. */
const SAID_CHARACTERS = 4_000;

/**
 * A server process that ends with the tests, even if they crash. There is never more than one process: two on the same data would be a
 * failure that no crash can cause.
 */
export class ServerProcess {
  private child: ChildProcess | undefined;
  /** Resolves when the process has exited and all its output has been received. */
  private gone: Promise<unknown> = Promise.resolve();
  /** Counts starts and kills, so that only the last request continues. */
  private turn = 0;

  constructor(
    private readonly command: string,
    private readonly args: readonly string[],
    private readonly port: number,
  ) {}

  /** Resolves when the port accepts connections, or when the process was killed or restarted in the meantime. */
  async start(): Promise<void> {
    const turn = ++this.turn;
    await this.gone;
    if (turn !== this.turn) return;
    const child = spawn(this.command, this.args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.gone = new Promise((resolve) => child.once('close', resolve));
    let said = '';
    const listen = (chunk: Buffer): void => void (said = (said + chunk.toString()).slice(-SAID_CHARACTERS));
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    let failed: Error | undefined;
    child.once('error', (error) => (failed = error));
    child.once(
      'close',
      (code, signal) => (failed ??= new Error(`${this.command} ended with ${code ?? signal}: ${said}`)),
    );
    const end = (): boolean => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    try {
      const outcome = await eventually(
        `${this.command} listens`,
        async (): Promise<Error | boolean> => turn !== this.turn || (failed ?? (await answers(this.port))),
      );
      if (outcome instanceof Error) throw outcome;
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  /** Kills the process and waits until it has exited. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Asks the process to end, and waits until it has exited. */
  terminate(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.turn++;
    this.child?.kill(signal);
    await this.gone;
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
