import { pace } from '@svc/testing';
import { Delivery, type Encoding } from './delivery.js';
import { numberedRequest, type Sent } from './telemetry.js';

/** The test fails if a request is not acknowledged within this time. */
const PATIENCE_MS = 300_000;

/** Share of attempts whose answer is not waited for, so that the retry meets its first copy on the way or in the log. */
const HASTE = 0.1;

export const ITEMS = 10;

/**
 * Several senders keep requests in flight together, far fewer than a service can take: a kill reveals loss at any rate.
 */
const PAUSE_MS = 250;

export interface SenderOptions {
  readonly name: string;
  readonly signal: Sent;
  readonly encoding: Encoding;
  /** Items of a request; `ITEMS` when absent. */
  readonly count?: number;
  /** Mean pause between two requests; `PAUSE_MS` when absent. */
  readonly pauseMs?: number;
  /** Bytes of each log record beside its key. */
  readonly padding?: number;
  /** The service name of the sent items, as in `numberedRequest`. */
  readonly service?: string;
  /** Whether it continues with the next request after the first failure. */
  readonly impatient?: boolean;
}

/**
 * A client like an exporter: it sends numbered items one request at a time and retries the same bytes until they are
 * acknowledged. It gives up waiting for an answer early, so that copies of one request are often on their way together.
 */
export class Sender {
  readonly acknowledged: string[] = [];
  readonly unacknowledged: string[] = [];
  readonly failures: string[] = [];
  /** Number of requests that were sent more than once. */
  retried = 0;
  #stopping = false;
  #isAbandoned = false;
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: SenderOptions,
    private readonly delivery: Delivery,
    private readonly random: () => number,
  ) {}

  start(): void {
    this.#running = this.#run();
  }

  /** Finishes the current request, retries included. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  /** Stops without another attempt. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    await this.stop();
  }

  async #run(): Promise<void> {
    const { name, signal, encoding, count = ITEMS, padding = 0, pauseMs = PAUSE_MS, service } = this.options;
    for (let from = 0; !this.#stopping; from += count) {
      const { body, keys } = numberedRequest(signal, name, from, { count, padding, service });
      const isAcknowledged = await this.#deliver(Delivery.encode(signal, body, encoding));
      for (const key of keys) (isAcknowledged ? this.acknowledged : this.unacknowledged).push(key);
      await pace(pauseMs * (0.25 + 1.5 * this.random()));
    }
  }

  async #deliver(body: Buffer): Promise<boolean> {
    const { name, signal, encoding, impatient = false } = this.options;
    const deadline = Date.now() + PATIENCE_MS;
    for (let attempt = 0; Date.now() < deadline && !this.#isAbandoned; attempt++) {
      if (attempt === 1) this.retried++;
      const timeoutMs = Math.round(this.random() < HASTE ? 1 + 30 * this.random() : 500 + 3000 * this.random());
      const outcome = await this.delivery.send(Math.floor(this.random() * 1000), signal, encoding, body, timeoutMs);
      if (outcome === 'acknowledged') return true;
      if (outcome !== 'again') this.failures.push(`${name}: ${outcome.refused}`);
      if (impatient) return false;
      await pace(20 + 300 * this.random());
    }
    this.failures.push(`${name}: not acknowledged within ${PATIENCE_MS} ms`);
    return false;
  }
}
