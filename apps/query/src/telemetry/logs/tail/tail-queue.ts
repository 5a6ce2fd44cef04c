import type { LogEntry } from '@svc/otlp';

/** A matching record and the position of its stream after it. */
export interface TailItem {
  readonly partition: number;
  readonly offset: number;
  readonly entry: LogEntry;
}

export interface QueueLimits {
  readonly maxItems: number;
  readonly maxBytes: number;
}

/** Records that were dropped since the last report. */
export interface Dropped {
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly sinceMs: number;
}

/** The stream has fallen behind and must read the log itself. */
export const BEHIND = Symbol('behind');

/**
 * Buffers the records that a client has not read yet. Producers never wait: when the buffer is full the oldest records
 * are dropped, because a live view should show current records.
 */
export class TailQueue {
  private items: TailItem[] = [];
  private bytes = 0;
  private droppedCount = 0;
  private droppedSinceMs = 0;
  /** A record was returned, and the next one was not requested yet. */
  private hasItemInUse = false;
  private isBehind = false;
  private failure: { readonly error: unknown } | undefined;
  private wake: (() => void) | undefined;

  constructor(
    private readonly limits: QueueLimits,
    private readonly now: () => number,
  ) {}

  /** Whether everything that was pushed has been processed, including the last record that was returned. */
  get isEmpty(): boolean {
    return this.items.length === 0 && this.droppedCount === 0 && !this.isBehind && !this.hasItemInUse;
  }

  push(item: TailItem): void {
    this.items.push(item);
    this.bytes += estimateEntryBytes(item.entry);
    while (this.items.length > this.limits.maxItems || (this.bytes > this.limits.maxBytes && this.items.length > 1)) {
      this.#shift();
      this.#countDropped();
    }
    this.wake?.();
  }

  /** Counts a record that is too large to be buffered as dropped. */
  drop(): void {
    this.#countDropped();
    this.wake?.();
  }

  /** Makes `take` return `BEHIND` once, after everything that was pushed. */
  fallBehind(): void {
    this.isBehind = true;
    this.wake?.();
  }

  /** Makes `take` reject with this error once the queue is empty. */
  fail(error: unknown): void {
    this.failure ??= { error };
    this.wake?.();
  }

  /**
   * Returns the next record, or first the number of records dropped before it. Resolves when there is something to
   * return.
   */
  async take(): Promise<TailItem | Dropped | typeof BEHIND> {
    this.hasItemInUse = false;
    for (;;) {
      if (this.droppedCount > 0) return this.#takeDropped();
      const item = this.#shift();
      if (item) {
        this.hasItemInUse = true;
        return item;
      }
      if (this.isBehind) {
        this.isBehind = false;
        return BEHIND;
      }
      if (this.failure) throw this.failure.error;
      await new Promise<void>((resolve) => (this.wake = resolve));
      this.wake = undefined;
    }
  }

  #countDropped(): void {
    if (this.droppedCount++ === 0) this.droppedSinceMs = this.now();
  }

  #takeDropped(): Dropped {
    const dropped = { count: this.droppedCount, sinceMs: this.droppedSinceMs };
    this.droppedCount = 0;
    return dropped;
  }

  #shift(): TailItem | undefined {
    const item = this.items.shift();
    if (item) this.bytes -= estimateEntryBytes(item.entry);
    return item;
  }
}

/**
 * The size of the record's own strings; its resource is shared with others. Strings take up to two bytes per character.
 */
function estimateEntryBytes({ body, attributes }: LogEntry): number {
  let characters = body.length + 250;
  for (const [key, text] of attributes) characters += key.length + text.length + 50;
  return 2 * characters;
}
