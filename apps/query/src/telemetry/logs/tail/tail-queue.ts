import type { LogEntry } from '@svc/otlp';

/** A matching record and where its stream stands behind it. */
export interface TailItem {
  readonly partition: number;
  readonly offset: number;
  readonly entry: LogEntry;
}

export interface QueueLimits {
  readonly maxItems: number;
  readonly maxBytes: number;
}

/** What was left out since it was last asked for. */
export interface Dropped {
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly sinceMs: number;
}

/**
 * Holds what a client has not taken yet. Producers never wait: what does not fit pushes out the oldest, because whoever watches
 * wants to see now and not what was.
 */
export class TailQueue {
  private items: TailItem[] = [];
  private bytes = 0;
  private droppedCount = 0;
  private droppedSinceMs = 0;
  /** A record was handed out, and nobody has asked for the next one yet. */
  private isOneOut = false;
  private failure: { readonly error: unknown } | undefined;
  private wake: (() => void) | undefined;

  constructor(
    private readonly limits: QueueLimits,
    private readonly now: () => number,
  ) {}

  /** Whether everything that was pushed is behind whoever takes, the record he took last included. */
  get isEmpty(): boolean {
    return this.items.length === 0 && this.droppedCount === 0 && !this.isOneOut;
  }

  push(item: TailItem): void {
    this.items.push(item);
    this.bytes += sizeOf(item.entry);
    while (this.items.length > this.limits.maxItems || (this.bytes > this.limits.maxBytes && this.items.length > 1)) {
      this.shift();
      if (this.droppedCount++ === 0) this.droppedSinceMs = this.now();
    }
    this.wake?.();
  }

  /** From now on taking rejects with this, once the queue is empty. */
  fail(error: unknown): void {
    this.failure ??= { error };
    this.wake?.();
  }

  /** The next record, or first how many were left out before it. Resolves when there is something. */
  async take(): Promise<TailItem | Dropped> {
    this.isOneOut = false;
    for (;;) {
      if (this.droppedCount > 0) return this.takeDropped();
      const item = this.shift();
      if (item) {
        this.isOneOut = true;
        return item;
      }
      if (this.failure) throw this.failure.error;
      await new Promise<void>((resolve) => (this.wake = resolve));
      this.wake = undefined;
    }
  }

  private takeDropped(): Dropped {
    const dropped = { count: this.droppedCount, sinceMs: this.droppedSinceMs };
    this.droppedCount = 0;
    return dropped;
  }

  private shift(): TailItem | undefined {
    const item = this.items.shift();
    if (item) this.bytes -= sizeOf(item.entry);
    return item;
  }
}

/** Of the record's own texts; its resource is shared with others. Strings take up to two bytes a character. */
function sizeOf({ body, attributes }: LogEntry): number {
  let characters = body.length + 250;
  for (const [key, text] of attributes) characters += key.length + text.length + 50;
  return 2 * characters;
}
