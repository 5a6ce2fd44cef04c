import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { claim } from './claim.js';
import { prepareCluster, type Cluster } from './cluster.js';
import { findLauncher, type Launcher } from './launcher.js';
import { endLeftover, startPostmaster, stopPostmaster } from './postmaster.js';

export interface EmbeddedPostgresOptions {
  /** Holds everything: data, password, socket, log. Created when it does not exist. One running process may use it. */
  readonly directory: string;
  /**
   * False spares every wait for the disk: a crash of the machine may then destroy the data, one of the processes not. For tests.
   */
  readonly isDurable?: boolean;
  /** Called when the server ended by itself and when a new start failed; the next start follows automatically. */
  readonly onFailure?: (failure: Error) => void;
}

export interface EmbeddedPostgres {
  /** For createRelational and every other client; stays the same across restarts. Holds a password. */
  readonly url: string;
  /** Process id of the server; undefined while it is being started again. */
  readonly pid: number | undefined;
  /** Ends the server in order; resolves when it is gone. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Runs Postgres as a child process on a directory, as root or as an ordinary user, and starts it again whenever it ends. What
 * an earlier process left behind, a running server included, is ended first. Rejects when the first start fails.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.directory, { recursive: true });
  // Others may only traverse it: where this process is root, the server runs as another user.
  chmodSync(options.directory, 0o711);
  const directory = realpathSync(options.directory);
  const release = claim(path.join(directory, 'supervisor'));
  try {
    const launcher = findLauncher(directory);
    const cluster = await prepareCluster(directory, launcher, options.isDurable ?? true);
    const supervisor = new Supervisor(cluster, launcher, release, options.onFailure ?? (() => {}));
    await supervisor.start();
    return supervisor;
  } catch (error) {
    release();
    throw error;
  }
}

class Supervisor implements EmbeddedPostgres {
  readonly url: string;
  #server: ChildProcess | undefined;
  #failures = 0;
  #restart: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(
    private readonly cluster: Cluster,
    private readonly launcher: Launcher,
    private readonly release: () => void,
    private readonly onFailure: (failure: Error) => void,
  ) {
    this.url = cluster.url;
  }

  get pid(): number | undefined {
    return this.#server?.pid;
  }

  async start(): Promise<void> {
    await endLeftover(this.cluster);
    const server = (this.#server = await this.#startPatiently());
    const startedAt = performance.now();
    server.once('exit', () => {
      this.#server = undefined;
      if (this.#stopping.signal.aborted) return;
      if (performance.now() - startedAt > STABLE_MS) this.#failures = 0;
      this.onFailure(new Error('The embedded Postgres ended by itself.'));
      this.#restart = this.#startAgain();
    });
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#stopping.abort();
    await this.#restart;
    if (this.#server) await stopPostmaster(this.#server);
    if (!this.cluster.sockets.startsWith(path.dirname(this.cluster.data)))
      rmSync(this.cluster.sockets, { recursive: true, force: true });
    this.release();
  }

  /** Fails at first while processes of a server that was killed still hold its shared memory. */
  async #startPatiently(attempts = START_ATTEMPTS): Promise<ChildProcess> {
    try {
      return await startPostmaster(this.cluster, this.launcher);
    } catch (error) {
      if (attempts === 1 || this.#stopping.signal.aborted) throw error;
      await delay(RETRY_STEP_MS);
      return this.#startPatiently(attempts - 1);
    }
  }

  /** The first new start is immediate. */
  async #startAgain(): Promise<void> {
    while (!this.#stopping.signal.aborted && !this.#server) {
      await delay(Math.min(this.#failures * RETRY_STEP_MS, MAX_RETRY_MS), undefined, {
        signal: this.#stopping.signal,
      }).catch(() => {});
      this.#failures += 1;
      if (this.#stopping.signal.aborted) return;
      try {
        await this.start();
      } catch (error) {
        this.onFailure(error as Error);
      }
    }
  }
}

const START_ATTEMPTS = 4;
const RETRY_STEP_MS = 100;
const MAX_RETRY_MS = 5_000;
/** A server that lived this long was sound: its end resets the count of failures. */
const STABLE_MS = 30_000;
