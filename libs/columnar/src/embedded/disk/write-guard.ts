import { statfs } from 'node:fs/promises';
import { refusals } from '../engine/engine-failure.js';
import type { Engine } from '../engine/engine.js';

export type WriteState = 'open' | 'disk-reserve-reached' | 'writes-failed';

/**
 * Checks writes before they are acknowledged. This build of the engine ignores failed write() calls: on a full disk INSERT,
 * CREATE and ALTER return OK and leave empty files. It still counts the failures, so the guard checks
 *
 * - before a write, whether there is more free space than the reserve;
 * - after a write, before its response, whether the counter of failed writes has changed. Once it has, every write fails
 *   until the process is restarted, because the state on disk is unknown (a comparison per statement would miss lost rows).
 */
export class WriteGuard {
  #failed = false;
  /** Start of the last good reading; every write that ended before it was good. */
  #goodUntilMs = Date.now();
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly directory: string,
    private readonly reserveBytes: number,
    private readonly onFailure: (goodUntilMs: number) => void,
  ) {}

  async state(): Promise<WriteState> {
    if (this.#failed) return 'writes-failed';
    const { bavail, bsize } = await statfs(this.directory);
    return bavail * bsize < this.reserveBytes ? 'disk-reserve-reached' : 'open';
  }

  /** @throws 243 if a write must not start. */
  async admit(): Promise<void> {
    const state = await this.state();
    if (state === 'writes-failed') throw this.#refusal();
    if (state === 'disk-reserve-reached') throw refusals.noSpace('The reserve of free disk space is reached');
  }

  /** Resolves when every write that ended before this call has reached the disk; @throws 243 if that is not certain. */
  async confirm(): Promise<void> {
    if (this.#failed) throw this.#refusal();
    // A running reading may have read the counter before the write ended, so only a later one counts. All waiters share it.
    const running = this.#reading;
    if (running === undefined) {
      await this.#read();
    } else {
      this.#next ??= running
        .catch(() => undefined)
        .then(() => {
          this.#next = undefined;
          return this.#read();
        });
      await this.#next;
    }
  }

  #read(): Promise<void> {
    const reading = this.#compare().finally(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    this.#reading = reading;
    return reading;
  }

  async #compare(): Promise<void> {
    const startedMs = Date.now();
    const sql = "SELECT sum(value) FROM system.events WHERE event = 'WriteBufferFromFileDescriptorWriteFailed'";
    const failedWrites = Number((await this.engine.run(sql)).toString());
    if (failedWrites > 0 && !this.#failed) {
      this.#failed = true;
      this.onFailure(this.#goodUntilMs);
    }
    if (this.#failed) throw this.#refusal();
    this.#goodUntilMs = startedMs;
  }

  #refusal() {
    return refusals.noSpace('Writing to disk has failed; writes are refused until the engine is restarted');
  }
}
