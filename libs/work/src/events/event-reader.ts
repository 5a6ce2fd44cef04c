import type { Logger } from '@svc/observability';
import type { DomainEvent, Relational, Transaction } from '@svc/relational';
import { DueLoop } from '../due-loop.js';
import { EventWatch } from './event-watch.js';
import { readEvents } from './read-events.js';

/** Limits of a transaction that acts on events. The defaults suit actions that take a statement or two for a batch. */
export interface ReaderLimits {
  /** Events of one transaction: fewer for actions that take several statements for each. */
  readonly batch?: number;
  /** Milliseconds until the transaction is rolled back. */
  readonly timeoutMs?: number;
}

/** Acts on events in the transaction that moves the cursor. @returns what to do after the commit. */
export type EventAction = (events: readonly DomainEvent[], tx: Transaction) => Promise<(() => void) | undefined | void>;

/** Reads the outbox under one name and acts on each event exactly once, whichever process reads it. */
export class EventReader {
  readonly #loop: DueLoop;
  readonly #batch: number;
  readonly #transaction: { readonly timeout?: number };

  constructor(
    readonly name: string,
    private readonly tools: { readonly relational: Relational; readonly logger: Logger },
    private readonly act: EventAction,
    { batch = 500, timeoutMs }: ReaderLimits = {},
  ) {
    this.#batch = batch;
    this.#transaction = timeoutMs === undefined ? {} : { timeout: timeoutMs };
    this.#loop = new DueLoop({
      watch: (wake) => EventWatch.of(tools.relational).add({ name, wake }),
      pass: async () => (await this.#read()) === batch,
      logger: tools.logger,
      warning: 'could not act on domain events; retrying',
      fields: { reader: name },
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** @returns the number of events that were read. */
  async #read(): Promise<number> {
    let afterwards: (() => void) | undefined | void;
    const count = await this.tools.relational.client.$transaction(async (tx) => {
      const events = await readEvents(tx, this.name, this.#batch);
      if (events.length > 0) afterwards = await this.act(events, tx);
      return events.length;
    }, this.#transaction);
    afterwards?.();
    return count;
  }
}
