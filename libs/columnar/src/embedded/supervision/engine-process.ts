import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { HEALTHY } from './health-probe.js';
import type { EngineMessage, StartMessage } from './process-messages.js';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));
/** Every running statement holds a thread of the pool: 13 places in the lanes, kills, checks and files. The default of 4 is too small. */
const THREADS = '24';
const HEAP_MEGABYTES = 256;

/** Matches the output of an engine that cannot open its directory, with the error code. */
const START_FAILURE = /^Code: (\d+)\. DB::Exception: (.*)$/;

export type EngineOutcome = EngineMessage | { readonly kind: 'exited' };

/** One process of the engine. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly exited: Promise<void>;
  /** Set when the process has exited. */
  startFailure: { readonly code: number; readonly text: string } | undefined;

  constructor(onMessage: (message: EngineMessage) => void, onLogLine: (line: string) => void) {
    this.#child = fork(MAIN, [], {
      execArgv: [
        '--enable-source-maps',
        '--disable-warning=ExperimentalWarning',
        `--max-old-space-size=${HEAP_MEGABYTES}`,
      ],
      env: { UV_THREADPOOL_SIZE: THREADS, TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.on('message', (message) => onMessage(message as EngineMessage));
    this.#child.on('error', () => undefined); // A signal or message to a process that has just ended.
    const lines = createInterface({ input: this.#child.stderr ?? Readable.from([]) });
    lines.on('line', (line) => {
      const [, code, text] = START_FAILURE.exec(line) ?? [];
      if (code !== undefined) this.startFailure ??= { code: Number(code), text: text ?? '' };
      onLogLine(line);
    });
    // Unlike `exit`, this event also waits for the last line of output.
    this.exited = once(this.#child, 'close').then(() => undefined);
  }

  /** Undefined once the process has exited, because another one may have its number by then. */
  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  start(message: StartMessage): void {
    this.#child.send(message, () => undefined);
  }

  /** Stops the process, forcibly after `graceMs`; resolves when it has exited and its lock is released. */
  async end(graceMs: number): Promise<void> {
    if (graceMs > 0) this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), graceMs);
    await this.exited;
    clearTimeout(timer);
  }

  /** Anonymous memory: the resident size also counts the mapped library, which the engine cannot release. */
  anonymousBytes(): number | undefined {
    const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(this.#status())?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  }

  /** The kernel answers from memory; asking it on the pool of threads would wake this one four times. */
  #status(): string {
    try {
      return readFileSync(`/proc/${this.pid}/status`, 'utf8');
    } catch {
      return '';
    }
  }
}

/** Whether the probe of the process answers that it is healthy (`startHealthProbe`). A busy machine needs a generous timeout. */
export function isHealthy(socketPath: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(socketPath).setEncoding('utf8');
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on('data', (part: string) => (answer += part));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer === HEALTHY));
  });
}
