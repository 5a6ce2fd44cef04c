import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { ALLOCATOR } from '../../../scripts/allocator.mjs';
import { descendants } from './process-tree.js';

/** The checkout this file was built in. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface ChildOptions {
  readonly name: string;
  /** Entry file relative to the checkout. */
  readonly entry: string;
  /** The checkout whose build runs; the one of this file when absent. */
  readonly root?: string;
  readonly env: Readonly<Record<string, string>>;
  /** File to which the output of the process is appended. */
  readonly logFile: string;
  /** The command that runs the entry instead of Node on this machine, such as a sandbox that runs another Node. */
  readonly command?: readonly [string, ...string[]];
}

/** Delay before a process that exited by itself is restarted. */
const RESTART_MS = 250;

/** A Node process under test, which is restarted when it exits by itself, as by a process manager. */
export class Child {
  #isWanted = false;
  #process: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #settings: Readonly<Record<string, string>> = {};

  #root: string;

  constructor(private readonly options: ChildOptions) {
    this.#root = options.root ?? ROOT;
  }

  get name(): string {
    return this.options.name;
  }

  get pid(): number {
    const pid = this.#process?.pid;
    if (pid === undefined) throw new Error(`${this.options.name} is not running`);
    return pid;
  }

  /** The exit code of the process after it has exited. */
  get exitCode(): number | null | undefined {
    return this.#process?.exitCode;
  }

  get running(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  start(): void {
    this.#isWanted = true;
    const { entry, env, logFile } = this.options;
    const log = createWriteStream(logFile, { flags: 'a' });
    // Only the variables that a process needs to run beside other tests are inherited: settings of the developer's
    // shell must not reach a test.
    const inherited = {
      ...ALLOCATOR,
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      LANG: 'C.UTF-8',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? path.join(ROOT, '.tools/compile-cache'),
      SVC_TIME_SCALE: process.env['SVC_TIME_SCALE'] ?? '1',
    };
    const [program, ...words] = this.options.command ?? [process.execPath, path.join(this.#root, entry)];
    const child = spawn(program, words, {
      env: { ...inherited, ...env, ...this.#settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // The end of one stream must not end the log of the other.
    for (const output of [child.stdout, child.stderr]) output.pipe(log, { end: false });
    child.once('close', () => log.end());
    this.#process = child;
    this.#exited = new Promise((resolve) =>
      child.once('exit', () => {
        resolve();
        setTimeout(() => this.#isWanted && this.#process === child && this.start(), RESTART_MS).unref();
      }),
    );
  }

  /** Additional settings of the next start; they replace those of an earlier call. */
  configure(settings: Readonly<Record<string, string>>): void {
    this.#settings = settings;
  }

  /** Sends SIGKILL and waits until the process has exited. */
  async kill(): Promise<void> {
    this.#isWanted = false;
    this.#process?.kill('SIGKILL');
    await this.#exited;
  }

  /** Pauses the process, like an overloaded machine. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  /** Resumes a paused process. */
  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Sends SIGTERM, and SIGKILL if the process has not exited after 15 s. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    if (!this.running) return;
    const force = setTimeout(() => this.#process?.kill('SIGKILL'), 15_000);
    if (this.options.command === undefined) this.#process?.kill('SIGTERM');
    // A sandbox does not forward signals; its program is the last process that it has started.
    else process.kill(descendants(this.pid).at(-1) ?? this.pid, 'SIGTERM');
    await this.#exited;
    clearTimeout(force);
  }

  /** Stops the process and starts the build of another checkout in its place. */
  async replace(root: string): Promise<void> {
    await this.stop();
    this.#root = root;
    this.start();
  }
}
