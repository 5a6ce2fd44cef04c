import { setImmediate } from 'node:timers/promises';
import { Repeats, type Batch, type ConsumerRecord, type PastRecord } from '@svc/event-log';

/** The memory of the blocks, up to 150 MB per partition, is released after this long without a batch. */
const IDLE_MS = 5_000;
/** Bytes added to a block before the event loop is yielded to the one that is being stored: 12 ms of encoding. */
const BYTES_PER_TURN = 2 * 1024 * 1024;

interface Envelope {
  readonly hash: string;
  readonly projectNumber: number;
}

/**
 * Writes the batches of one partition sequentially, and each request exactly once. The blocks of a batch are stored one after another, and
 * the next one is encoded meanwhile.
 */
export abstract class PartitionWriter<Known extends Envelope = Envelope> {
  #repeats = new Repeats();
  #releaseTimer: NodeJS.Timeout | undefined;

  /**
   * A block closes when the sum of the bytes returned by `add` reaches this limit. The bytes depend on the content of the log only, so
   * that a replay closes its blocks at the same records and its deduplication tokens match.
   */
  protected abstract readonly blockBytes: number;

  /** Throws on a record of an unknown version: skipping it would lose acknowledged data. */
  protected abstract envelopeOf(record: PastRecord): Known;

  /** Called before the first record of a batch; discards the rows of a failed attempt. */
  protected abstract start(signal: AbortSignal): Promise<void> | void;

  /** Adds the rows of a record to the block and returns its size in bytes, which is greater than 0 if there are rows. */
  protected abstract add(record: ConsumerRecord, envelope: Known, partition: number): number;

  /**
   * Writes the block; `add` is called for the next one before it resolves. The store ignores a block whose token it has already stored.
   */
  protected abstract flush(deduplicationToken: string, signal: AbortSignal): Promise<void>;

  /** Releases the memory of the blocks. */
  protected abstract releaseBuffers(): void;

  /** Clears the deduplication state: another sink may have written this partition in the meantime. */
  resetDedup(): void {
    this.#repeats = new Repeats();
  }

  /** Records a request that an earlier sink has written, because a retry of it may still follow. */
  observe(record: PastRecord): void {
    this.#isRepeat(record, this.envelopeOf(record));
  }

  /** Resolves when every row of the batch is stored. */
  async write(batch: Batch, signal: AbortSignal): Promise<void> {
    clearTimeout(this.#releaseTimer);
    try {
      await this.#write(batch, signal);
    } finally {
      this.#releaseTimer = setTimeout(() => this.releaseBuffers(), IDLE_MS).unref();
    }
  }

  async #write(batch: Batch, signal: AbortSignal): Promise<void> {
    await this.start(signal);
    const range = rangeToken(batch);
    let bytes = 0;
    let part = 0;
    let turnBytes = 0;
    let storing: Promise<void> | undefined;
    const store = async (): Promise<void> => {
      await storing;
      storing = this.flush(`${range}/${part++}`, signal);
      // Awaited below, after more records were added; until then a failure would count as unhandled.
      storing.catch(() => undefined);
      bytes = 0;
    };
    try {
      for (const record of batch.records) {
        if (record.isErased) continue;
        const envelope = this.envelopeOf(record);
        if (this.#isRepeat(record, envelope)) continue;
        const added = this.add(record, envelope, batch.partition);
        bytes += added;
        turnBytes += added;
        if (bytes >= this.blockBytes) await store();
        if (storing && turnBytes >= BYTES_PER_TURN) {
          turnBytes = 0;
          await setImmediate();
        }
      }
      if (bytes > 0) await store();
    } finally {
      await storing;
    }
  }

  #isRepeat({ offset, timestampMs }: PastRecord, { hash, projectNumber }: Envelope): boolean {
    return this.#repeats.isRepeat(hash, projectNumber, offset, timestampMs);
  }
}

/**
 * Returns the permanent name of a range of the log. It includes the time of the first record, because offsets restart when a log is
 * lost or recreated, and the store would then drop new rows as duplicates.
 */
function rangeToken({ topic, partition, firstOffset, lastOffset, records }: Batch): string {
  return `${topic}/${partition}/${firstOffset}-${lastOffset}@${records[0]?.timestampMs ?? 0}`;
}
