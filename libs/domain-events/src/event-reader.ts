import type { Logger } from '@svc/observability';
import type { DomainEvent, Prisma, Relational } from '@svc/relational';
import { readEvents } from './read-events.js';

/** How a reader reads. Each has a default for actions that take a statement or two for a batch. */
export interface ReaderLimits {
  readonly pollMs?: number;
  /** Events of one transaction: fewer for actions that take several statements for each. */
  readonly batch?: number;
}

/** Acts on events in the transaction that moves the cursor. @returns what to do after the commit. */
export type EventAction = (
  events: readonly DomainEvent[],
  tx: Prisma.TransactionClient,
) => Promise<(() => void) | undefined | void>;

/** Reads the outbox under one name and acts on each event exactly once, whichever process reads it. */
export class EventReader {
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #isFailing = false;
  readonly #pollMs: number;
  readonly #batch: number;

  constructor(
    private readonly name: string,
    private readonly tools: { readonly relational: Relational; readonly logger: Logger },
    private readonly act: EventAction,
    { pollMs = 500, batch = 500 }: ReaderLimits = {},
  ) {
    this.#pollMs = pollMs;
    this.#batch = batch;
  }

  start(): void {
    this.#timer = setInterval(() => void (this.#reading ??= this.#poll()), this.#pollMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#reading;
  }

  async #poll(): Promise<void> {
    try {
      while ((await this.#read()) === this.#batch);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.tools.logger.warn({ err: error, reader: this.name }, 'events not acted on; retrying');
      this.#isFailing = true;
    } finally {
      this.#reading = undefined;
    }
  }

  /** @returns the number of events that were read. */
  async #read(): Promise<number> {
    let afterwards: (() => void) | undefined | void;
    const count = await this.tools.relational.client.$transaction(async (tx) => {
      const events = await readEvents(tx, this.name, this.#batch);
      if (events.length > 0) afterwards = await this.act(events, tx);
      return events.length;
    });
    afterwards?.();
    return count;
  }
}
