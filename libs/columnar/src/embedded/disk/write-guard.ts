import { statfs } from 'node:fs/promises';
import { refusals } from '../engine/engine-failure.js';
import type { Engine } from '../engine/engine.js';

export type WriteState = 'open' | 'disk-reserve-reached' | 'writes-failed';

/**
 * Stands between the engine and an acknowledgement. This build of the engine ignores failed write() calls: on a full disk INSERT,
 * CREATE and ALTER answer OK and leave empty files. It still counts the failures, so
 *
 * - before a write: is there more free space than the reserve;
 * - after a write, before its answer: has the counter of failed writes moved. Once it has, every write is answered with an error
 *   until the process is restarted (comparing per statement lets rows slip through), because what is on disk is unknown.
 */
export class WriteGuard {
  #failed = false;
  /** Every write that ended before was good: acknowledgements rest on readings, and this is when the last good one began. */
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

  /** @throws 243 when a write must not begin. */
  async admit(): Promise<void> {
    const state = await this.state();
    if (state === 'writes-failed') throw this.#refusal();
    if (state === 'disk-reserve-reached') throw refusals.noSpace('The reserve of free disk space is reached');
  }

  /** Resolves when every write that ended before this call reached the disk; @throws 243 when that is not known. */
  async confirm(): Promise<void> {
    if (this.#failed) throw this.#refusal();
    // A reading that has begun may have read before our write ended, so only one that begins later counts. Waiters share it.
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
