import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deadline } from '@svc/config';
import { DEFAULT_ENGINE_LIMITS, type EngineLimits } from '../engine/engine-config.js';
import { DEFAULT_LANES } from '../protocol/lanes.js';
import type { LaneLimits, LaneName } from '../protocol/lanes.js';
import type { ResponseTimes } from '../protocol/response.js';
import { EngineProcess, isHealthy, type EngineOutcome } from './engine-process.js';
import type { Repair, StartMessage } from './process-messages.js';

export interface SupervisorEvents {
  /** Called with the reason for a restart, which never contains data. */
  readonly onRestart?: (reason: RestartReason) => void;
  /** Called with lines from the standard error of the engine process. */
  readonly onLogLine?: (line: string) => void;
  /** Called when a start repaired damage of a full disk or a crash. No acknowledged data is lost. */
  readonly onRepair?: (repair: Repair) => void;
}

export type RestartReason = 'exited' | 'unhealthy' | 'memory' | 'writes-failed';

export interface SupervisorOptions extends SupervisorEvents {
  readonly directory: string;
  readonly limits?: Partial<EngineLimits>;
  readonly lanes?: Partial<Record<LaneName, LaneLimits>>;
  readonly times?: Partial<ResponseTimes>;
  /** Writes are refused while less space is free on the volume of `directory`. */
  readonly reserveBytes?: number;
  /** The process is restarted when its anonymous memory exceeds this limit. */
  readonly maxAnonymousBytes?: number;
  readonly healthIntervalMs?: number;
  /** Time limit for an answer of the probe of the process. */
  readonly pingTimeoutMs?: number;
  readonly startTimeoutMs?: number;
}

const DEFAULT_TIMES: ResponseTimes = { stallMs: 30_000, holdMs: 10_000 };
const PING_TIMEOUT_MS = deadline(5_000);
const FAILED_PINGS = 2;
const MEMORY_SHARE = 0.4;
const STOP_GRACE_MS = 5_000;
/** The predecessor may need time to exit: its lock is released together with its memory. */
const DIRECTORY_IS_LOCKED = 76;
const LOCK_RETRY_MS = 100;
/** Restart delays, by the number of preceding early exits. */
const RESTART_PAUSE_MS = [0, 0, 100, 250, 500] as const;
const SHORT_LIFE_MS = 10_000;
/**
 * The part of the time for which the sources of a merge stay on disk, 5 of 8 minutes by default: the restart that restores them after a
 * truncated result must happen earlier.
 */
const WAIT_FOR_SPACE = 5 / 8;
/** The path of a unix socket has to fit 108 bytes (104 on macOS). */
const MAX_SOCKET_PATH = 100;

/** Keeps one engine process alive on one directory. */
export class EngineSupervisor {
  readonly token = randomBytes(24).toString('base64url');
  /** Resolves when the engine responds. Rejects if it cannot be started within `startTimeoutMs` (60 s). */
  readonly ready: Promise<void>;
  #process: EngineProcess | undefined;
  #restartAs: RestartReason = 'exited';
  #stopping = false;
  #loop: Promise<void> = Promise.resolve();

  private constructor(
    private readonly options: SupervisorOptions,
    readonly socketPath: string,
    private readonly temporary: string | undefined,
  ) {
    this.ready = this.#start();
    // Prevents an unhandled rejection: callers that await `ready` later receive the error.
    this.ready.catch(() => undefined);
  }

  /** Starts the process of the engine before it returns; the engine responds once `ready` resolves. */
  static begin(options: SupervisorOptions): EngineSupervisor {
    mkdirSync(options.directory, { recursive: true, mode: 0o700 });
    let socketPath = join(options.directory, 'engine.sock');
    let temporary: string | undefined;
    if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH) {
      temporary = mkdtempSync(join(tmpdir(), 'svc-engine-')); // Created with mode 0700.
      socketPath = join(temporary, 'engine.sock');
    }
    return new EngineSupervisor(options, socketPath, temporary);
  }

  async #start(): Promise<void> {
    try {
      await this.#launch(this.options.startTimeoutMs ?? 60_000);
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#loop = this.#supervise();
  }

  /** The running process, for tests that kill it; undefined between its exit and its restart. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Drains and stops the engine, within a few seconds. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#process?.end(STOP_GRACE_MS);
    await this.#loop;
    // The loop may have started another process while the first was stopping.
    await this.#process?.end(STOP_GRACE_MS);
    if (this.temporary) await rm(this.temporary, { recursive: true, force: true });
  }

  /** Restarts the process whenever it exits, until `stop`. */
  async #supervise(): Promise<void> {
    let failures = 0;
    while (!this.#stopping) {
      const began = performance.now();
      await this.#watch();
      if (this.#stopping) return;
      failures = performance.now() - began < SHORT_LIFE_MS ? failures + 1 : 0;
      const reason = this.#restartAs;
      this.#restartAs = 'exited';
      this.options.onRestart?.(reason);
      await delay(RESTART_PAUSE_MS[Math.min(failures, RESTART_PAUSE_MS.length - 1)]);
      try {
        await this.#launch(this.options.startTimeoutMs ?? 60_000);
      } catch {
        // Retries after a pause, as long as the service runs.
      }
    }
  }

  /** Resolves when the process has exited, either by itself or because a failed check killed it. */
  async #watch(): Promise<void> {
    const engine = this.#process;
    if (!engine) return;
    const ended = new AbortController();
    void engine.exited.then(() => ended.abort());
    let failedPings = 0;
    const mostBytes = this.#maxAnonymousBytes();
    while (!ended.signal.aborted) {
      await delay(this.options.healthIntervalMs ?? 2_000, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted || this.#stopping) break;
      const isWell = await isHealthy(this.#probePath, this.options.pingTimeoutMs ?? PING_TIMEOUT_MS);
      failedPings = isWell ? 0 : failedPings + 1;
      if (failedPings >= FAILED_PINGS) this.#kill(engine, 'unhealthy');
      else if ((engine.anonymousBytes() ?? 0) > mostBytes) this.#kill(engine, 'memory');
    }
    await engine.exited;
  }

  #kill(engine: EngineProcess, reason: RestartReason): void {
    this.#restartAs = reason;
    void engine.end(0);
  }

  /** Starts a process and waits until it is ready; restarts it on its request. */
  async #launch(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    let reason = 'the engine did not respond in time';
    while (!this.#stopping && performance.now() < deadline) {
      const outcome = await this.#startProcess(deadline - performance.now());
      if (outcome.kind === 'ready' || outcome.kind === 'repaired') this.#report(outcome.repair);
      if (outcome.kind === 'ready') return;
      await this.#process?.end(0);
      if (outcome.kind === 'repaired') continue;
      const failure = this.#process?.startFailure;
      const isLocked = outcome.kind === 'locked' || failure?.code === DIRECTORY_IS_LOCKED;
      if (isLocked) reason = 'another process holds the data directory';
      else reason = failure?.text ?? (outcome.kind === 'failed' ? outcome.reason : reason);
      if (!isLocked && (failure !== undefined || outcome.kind === 'failed')) break;
      await delay(LOCK_RETRY_MS);
    }
    throw new Error(`The embedded column store cannot be started: ${reason}`);
  }

  #startProcess(timeoutMs: number): Promise<EngineOutcome> {
    return new Promise((resolve) => {
      const engine = new EngineProcess(
        (message) => {
          if (message.kind === 'writes-failed') void this.#onWritesFailed(engine);
          else resolve(message);
        },
        (line) => this.options.onLogLine?.(line),
      );
      this.#process = engine;
      void engine.exited.then(() => resolve({ kind: 'exited' }));
      void delay(timeoutMs, undefined, { ref: false }).then(() => resolve({ kind: 'exited' }));
      engine.start(this.#startMessage());
    });
  }

  /** Writes are refused from now on, reads continue. The restart that repairs truncated files needs free space. */
  async #onWritesFailed(engine: EngineProcess): Promise<void> {
    const deadline = performance.now() + this.#limits().replacedPartsSeconds * 1_000 * WAIT_FOR_SPACE;
    const interval = this.options.healthIntervalMs ?? 2_000;
    while (!this.#stopping && performance.now() < deadline && (await this.#freeBytes()) < this.#reserveBytes()) {
      await delay(interval, undefined, { ref: false });
    }
    if (!this.#stopping && engine === this.#process) this.#kill(engine, 'writes-failed');
  }

  #report(repair: Repair): void {
    const { definitions, partsPutAside, forgottenTokens } = repair;
    if (definitions.length + partsPutAside + forgottenTokens > 0) this.options.onRepair?.(repair);
  }

  async #freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.options.directory);
    return bavail * bsize;
  }

  /**
   * The probe's socket is in the same directory as the main one, and its name is not longer, because the length of
   * socket paths is limited.
   */
  get #probePath(): string {
    return join(dirname(this.socketPath), 'probe.sock');
  }

  #reserveBytes(): number {
    return this.options.reserveBytes ?? DEFAULT_ENGINE_LIMITS.keepFreeBytes;
  }

  #maxAnonymousBytes(): number {
    const limit = this.options.limits?.maxMemoryBytes ?? defaultMemoryBytes();
    return this.options.maxAnonymousBytes ?? limit * 1.25;
  }

  #limits(): EngineLimits {
    return {
      ...DEFAULT_ENGINE_LIMITS,
      maxMemoryBytes: defaultMemoryBytes(),
      // The limit of the engine itself is half of the reserve, so that TRUNCATE and DROP PARTITION, which write a little, still work.
      keepFreeBytes: Math.trunc(this.#reserveBytes() / 2),
      ...this.options.limits,
    };
  }

  #startMessage(): StartMessage {
    const { directory, lanes, times } = this.options;
    return {
      kind: 'start',
      directory,
      socketPath: this.socketPath,
      probePath: this.#probePath,
      token: this.token,
      limits: this.#limits(),
      lanes: { ...DEFAULT_LANES, ...lanes },
      times: { ...DEFAULT_TIMES, ...times },
      reserveBytes: this.#reserveBytes(),
    };
  }
}

/** Limits the memory to its share of a small machine or container. */
function defaultMemoryBytes(): number {
  // Without a container limit, the first value is 0 or larger than any machine.
  const available = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return Math.trunc(Math.min(DEFAULT_ENGINE_LIMITS.maxMemoryBytes, available * MEMORY_SHARE));
}
