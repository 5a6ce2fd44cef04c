import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { claim } from './claim.js';
import { handOver, hasCluster, openCluster, type UsableCluster } from './cluster.js';
import { createCluster } from './create-cluster.js';
import { findLauncher, type Launcher } from './launcher.js';
import { endLeftover, RETRY_STEP_MS, startPatiently, stopPostmaster } from './postmaster.js';

export interface EmbeddedPostgresOptions {
  /** Directory of data, password, socket and log; created if it does not exist. Only one process may use it at a time. */
  readonly directory: string;
  /**
   * False skips every wait for the disk: a crash of the machine may then destroy the data, but not a crash of a process. For tests.
   */
  readonly isDurable?: boolean;
  /** Called when the server exits unexpectedly and when a restart fails; the next start follows automatically. */
  readonly onFailure?: (failure: Error) => void;
}

export interface EmbeddedPostgres {
  /** For migrations, with the role that owns the tables; stays the same across restarts. Contains a password. */
  readonly url: string;
  /** For createRelational, with a role that `migrateRelational` creates and allows what the service needs. */
  readonly serviceUrl: string;
  /** Process ID of the server; undefined during a restart. */
  readonly pid: number | undefined;
  /** Stops the server gracefully; resolves when it has exited. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Runs Postgres as a child process on a directory, as root or as an ordinary user, and restarts it whenever it exits. First,
 * it cleans up after an earlier process, including a running server. A missing cluster is created.
 *
 * @throws EmbeddedPostgresError if the first start fails; StateInUseError if another process uses the directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.directory, { recursive: true });
  // Others may only traverse it: where this process is root, the server runs as another user.
  chmodSync(options.directory, 0o711);
  const directory = realpathSync(options.directory);
  const release = claim(path.join(directory, 'supervisor'));
  try {
    const launcher = findLauncher(directory);
    const isDurable = options.isDurable ?? true;
    if (!hasCluster(directory)) await createCluster(directory, launcher, isDurable);
    const cluster = openCluster(directory, isDurable);
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
  readonly serviceUrl: string;
  #server: ChildProcess | undefined;
  #failures = 0;
  #restart: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(
    private readonly cluster: UsableCluster,
    private readonly launcher: Launcher,
    private readonly release: () => void,
    private readonly onFailure: (failure: Error) => void,
  ) {
    this.url = cluster.url;
    this.serviceUrl = cluster.serviceUrl;
  }

  get pid(): number | undefined {
    return this.#server?.pid;
  }

  async start(): Promise<void> {
    await endLeftover(this.cluster);
    handOver(this.cluster, this.launcher.account);
    const server = (this.#server = await startPatiently(this.cluster, this.launcher, this.#stopping.signal));
    const startedAt = performance.now();
    server.once('exit', () => {
      this.#server = undefined;
      if (this.#stopping.signal.aborted) return;
      if (performance.now() - startedAt > STABLE_MS) this.#failures = 0;
      this.onFailure(new Error('The embedded Postgres exited unexpectedly.'));
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

  /** The first restart is immediate. */
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

const MAX_RETRY_MS = 5_000;
/** A server that ran for this long was healthy, so its exit resets the count of failures. */
const STABLE_MS = 30_000;
