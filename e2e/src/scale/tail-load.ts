import assert from 'node:assert/strict';
import { eventually, pace } from '@svc/testing';
import { Delivery } from '../crash/delivery.js';
import { numberedRequest } from '../crash/telemetry.js';
import { TailWatcher, type TailOptions } from '../logs/tail-watcher.js';

const ITEMS = 5;
const PAUSE_MS = 100;
const SENDER = 'tailed';

/** The search that finds the lines of this load. */
export const TAILED = `q=${encodeURIComponent(`"${SENDER}"`)}`;

/** Sends log lines, none of them twice, and watches them arrive live. A line that is shown twice is then the fault of the live tail. */
export class TailLoad {
  readonly sent: string[] = [];
  readonly acknowledged: string[] = [];
  readonly watcher: TailWatcher;
  readonly #sending: Promise<void>;
  #isSending = true;

  constructor(
    private readonly delivery: Delivery,
    options: TailOptions,
  ) {
    this.watcher = new TailWatcher(options);
    this.#sending = this.#send();
  }

  /** Waits until the client has been shown every line that was acknowledged. */
  async finish(): Promise<void> {
    this.#isSending = false;
    await this.#sending;
    const { watcher, acknowledged } = this;
    await eventually('every line that was acknowledged is shown', () => {
      const shown = new Set(watcher.seen);
      return acknowledged.every((key) => shown.has(key));
    });
    await watcher.stop();
    assert.equal(new Set(watcher.seen).size, watcher.seen.length, 'no line is shown twice');
    const sent = new Set(this.sent);
    assert.deepEqual(
      watcher.seen.filter((key) => !sent.has(key)),
      [],
    );
  }

  async abandon(): Promise<void> {
    this.#isSending = false;
    await Promise.all([this.#sending, this.watcher.stop()]);
  }

  async #send(): Promise<void> {
    while (this.#isSending && this.watcher.connections === 0) await pace(PAUSE_MS);
    for (let n = 0; this.#isSending; n++) {
      const { body, keys } = numberedRequest('logs', SENDER, n * ITEMS, { count: ITEMS });
      this.sent.push(...keys);
      const bytes = Delivery.encode('logs', body, 'json');
      if ((await this.delivery.send(n, 'logs', 'json', bytes, 30_000)) === 'acknowledged')
        this.acknowledged.push(...keys);
      await pace(PAUSE_MS);
    }
  }
}
